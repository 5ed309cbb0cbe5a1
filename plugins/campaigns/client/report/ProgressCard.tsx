import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Timer20Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignCounts, CampaignView } from '../../contract.ts';
import { percent, queued, reached } from '../campaign-state.ts';
import { durationText } from '../duration.ts';
import { useFormStyles } from '../form/form-styles.ts';

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  big: { fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  left: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  bar: {
    display: 'flex',
    gap: '2px',
    height: '12px',
    marginBlock: '12px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
  },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px 24px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    '@media (max-width: 599px)': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  entry: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  square: { width: '8px', height: '8px', borderRadius: '2px', flexShrink: 0 },
  answered: { backgroundColor: ext.ok },
  read: { backgroundColor: ext.info },
  delivered: { backgroundColor: tokens.colorBrandBackground },
  sent: { backgroundColor: ext.ghost },
  failed: { backgroundColor: ext.bad },
  queue: { backgroundColor: tokens.colorNeutralStroke1 },
  amount: { fontVariantNumeric: 'tabular-nums' },
});

interface ProgressCardProps {
  campaign: Pick<CampaignView, 'status' | 'startedAt' | 'completedAt'>;
  counts: CampaignCounts;
  readAt: number;
}

/** The progress of the campaign: a bar by state, its legend, and the time left or, at its end, the time it took. */
export function ProgressCard({ campaign, counts, readAt }: ProgressCardProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const { total, etaSeconds } = counts;
  const { sent, delivered } = reached(counts);
  const parts = [
    ['answered', counts.answered],
    ['read', counts.read],
    ['delivered', counts.delivered],
    ['sent', counts.sent],
    ['failed', counts.failed + counts.uncertain],
    ['queue', queued(counts)],
  ] as const;
  return (
    <section className={form.card} aria-label={t('report.progress')}>
      <div className={styles.head}>
        <span>
          <span className={styles.big}>
            {t('report.ofTotal', { count: format.number(sent), total: format.number(total) })}
          </span>{' '}
          <span className={form.quiet}>{t('report.left', { delivered: format.number(delivered) })}</span>
        </span>
        {campaign.status === 'FINALIZADA' && campaign.startedAt && campaign.completedAt && (
          <span className={styles.left}>
            <Timer20Regular aria-hidden="true" />
            {t('report.took', {
              duration: durationText(t, (Date.parse(campaign.completedAt) - Date.parse(campaign.startedAt)) / 1000),
              at: format.dateTime(campaign.completedAt),
            })}
          </span>
        )}
        {etaSeconds !== null && (
          <span className={styles.left}>
            <Timer20Regular aria-hidden="true" />
            {t('report.eta', {
              duration: durationText(t, etaSeconds),
              at: format.dateTime(new Date(readAt + etaSeconds * 1000)),
            })}
          </span>
        )}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(([name, count]) =>
          count > 0 && name !== 'queue' ? (
            <div key={name} className={styles[name]} style={{ width: `${percent(count, total)}%` }} />
          ) : null,
        )}
      </div>
      <ul className={styles.legend}>
        {parts.map(([name, count]) => (
          <li key={name} className={styles.entry}>
            <span className={mergeClasses(styles.square, styles[name])} aria-hidden="true" />
            {t(`report.part.${name}`)}
            <strong className={styles.amount}>{format.number(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
