import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CalendarClock16Filled,
  CheckmarkCircle16Filled,
  Clock16Filled,
  Edit16Filled,
  PauseCircle16Filled,
  Play16Filled,
  Prohibited16Filled,
} from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignView } from '../../contract.ts';
import { durationText, momentText } from '../duration.ts';
import { shownState } from '../campaign-state.ts';

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { display: 'inline-flex', alignItems: 'center', gap: '5px', fontWeight: tokens.fontWeightSemibold },
  below: {
    paddingInlineStart: '21px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  info: { color: ext.info },
  warn: { color: ext.warn },
  ok: { color: ext.ok },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** The status of a campaign with its icon, and since when or until when. */
export function CampaignStatusMark({ campaign, inline }: { campaign: CampaignView; inline?: boolean }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const state = shownState(campaign);
  const [tone, Icon] = {
    inactive: [styles.quiet, Edit16Filled] as const,
    scheduled: [styles.quiet, CalendarClock16Filled] as const,
    running: [styles.info, Play16Filled] as const,
    waiting: [styles.info, Clock16Filled] as const,
    stopped: [styles.warn, PauseCircle16Filled] as const,
    cancelled: [styles.quiet, Prohibited16Filled] as const,
    finished: [styles.ok, CheckmarkCircle16Filled] as const,
  }[state];
  const { pause, createdBy, cancelled, completedAt, startedAt, scheduledAt, etaSeconds } = campaign;
  const below = (): string => {
    if (pause && (state === 'waiting' || state === 'stopped')) {
      if (state === 'stopped') return t('status.stoppedSince', { elapsed: format.elapsed(pause.at) });
      return pause.until === null
        ? t(`pause.short.${pause.reason}`)
        : t(`pause.until.${pause.reason}`, { until: momentText(format, pause.until) });
    }
    if (state === 'scheduled' && scheduledAt !== null) return t('status.starts', { at: format.dateTime(scheduledAt) });
    if (state === 'inactive') return createdBy ? t('status.draftOf', { name: createdBy.name }) : t('status.draft');
    if (state === 'running' && etaSeconds !== null && etaSeconds > 0)
      return t('status.left', { duration: durationText(t, etaSeconds) });
    if (state === 'running' && startedAt !== null) return t('status.since', { at: format.dateTime(startedAt) });
    if (cancelled)
      return t(cancelled.by ? 'status.cancelledBy' : 'status.ended', {
        at: format.dateTime(cancelled.at),
        name: cancelled.by?.name ?? '',
      });
    if (completedAt !== null) return t('status.ended', { at: format.dateTime(completedAt) });
    return '';
  };
  const text = below();
  return (
    <span className={styles.whole}>
      <span className={mergeClasses(styles.line, tone)}>
        <Icon aria-hidden="true" />
        {t(`status.${campaign.status}`)}
      </span>
      {!inline && text && (
        <span className={styles.below} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}
