import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';
import { useCardStyles } from '../parts/styles.ts';
import type { QueueNow } from './use-dashboard.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: '12px',
    minHeight: '36px',
    fontVariantNumeric: 'tabular-nums',
  },
  name: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  wait: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  link: { color: tokens.colorBrandForegroundLink },
});
const shown = 8;

/** The waiting conversations of this moment by queue, the fullest first. */
export function QueuesCard({ queues }: { queues: readonly QueueNow[] }) {
  const t = useT();
  const { number, elapsed } = useFormat();
  const styles = useStyles();
  const cards = useCardStyles();
  const waiting = queues.filter(({ pending }) => pending > 0).toSorted((a, b) => b.pending - a.pending);
  return (
    <section className={cards.card} aria-labelledby="waiting-by-queue">
      <div className={cards.cardHead}>
        <h2 className={cards.title} id="waiting-by-queue">
          {t('queues.title')}
        </h2>
        <span className={cards.quiet}>{t('now')}</span>
      </div>
      {waiting.length === 0 ? (
        <span className={cards.quiet}>{t('queues.none')}</span>
      ) : (
        <ul className={styles.list}>
          {waiting.slice(0, shown).map(({ id, name, color, pending, waitingSince }) => (
            <li key={id} className={styles.row}>
              <span className={styles.name}>
                <Dot color={color ?? tokens.colorNeutralForeground3} square size={8} />
                <span className={styles.text}>{id === 0 ? t('queues.without') : name}</span>
              </span>
              <span className={styles.wait}>{waitingSince && t('queues.since', { time: elapsed(waitingSince) })}</span>
              <Link className={styles.link} to={`/reports?status=pending&queueIds=${id}`}>
                {number(pending)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
