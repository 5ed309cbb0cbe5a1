import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ProgressBar, ext } from '@balcao/sdk/ui';
import type { CampaignView } from '../../contract.ts';
import { percent, shownState } from '../campaign-state.ts';

const useStyles = makeStyles({
  failed: { marginInlineStart: 'auto', color: ext.bad },
  text: { display: 'flex', gap: '4px', fontVariantNumeric: 'tabular-nums', marginBottom: '6px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  running: { '& > div': { backgroundColor: tokens.colorBrandBackground } },
  stopped: { '& > div': { backgroundColor: ext.warn } },
  finished: { '& > div': { backgroundColor: ext.ok } },
  ended: { '& > div': { backgroundColor: tokens.colorNeutralForeground3 } },
});

/** The number of messages that arrived, of all. */
export function ProgressCell({ campaign }: { campaign: CampaignView }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { contacts, delivered, failed } = campaign;
  if (contacts === 0) return <span className={styles.quiet}>{t('list.notStarted')}</span>;
  const state = shownState(campaign);
  const tone =
    state === 'stopped'
      ? styles.stopped
      : state === 'finished'
        ? styles.finished
        : state === 'cancelled'
          ? styles.ended
          : styles.running;
  return (
    <div>
      <div className={styles.text}>
        <strong>{format.number(delivered)}</strong>
        <span className={styles.quiet}>{t('list.of', { total: format.number(contacts) })}</span>
        {failed > 0 && (
          <span className={styles.failed}>{t('list.failures', { count: failed, shown: format.number(failed) })}</span>
        )}
      </div>
      <ProgressBar className={tone} aria-hidden="true" thickness="large" value={percent(delivered, contacts) / 100} />
    </div>
  );
}
