import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Clock20Regular, PauseCircle20Regular, PlugDisconnected20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignView } from '../../contract.ts';
import { momentText } from '../duration.ts';
import { remedies, shownState, type Remedy } from '../campaign-state.ts';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px 12px',
    minHeight: '40px',
    padding: '4px 12px',
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground1,
  },
  stopped: { backgroundColor: ext.warnBg },
  waiting: { backgroundColor: ext.infoBg },
  icon: { display: 'inline-flex' },
  warn: { color: ext.warn },
  info: { color: ext.info },
  text: { flex: '1 1 280px', minWidth: 0 },
});

export interface PauseBandProps {
  campaign: CampaignView;
  onContinue(): void;
  onMove(): void;
  /** Stops it and opens the form, for another template. */
  onEdit(): void;
}

/** Why a running campaign does not send now, that nobody gets it twice, and the buttons that mend it. */
export function PauseBand({ campaign, onContinue, onMove, onEdit }: PauseBandProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const navigate = useNavigate();
  const { pause, sent, waiting, id } = campaign;
  if (!pause) return null;
  const { reason, at, until, detail } = pause;
  const isWaiting = shownState(campaign) === 'waiting';
  const act: Record<Remedy, () => void> = {
    connections: () => void navigate('/connections'),
    move: onMove,
    continue: onContinue,
    failures: () => void navigate(`/campaign/${id}/report?card=failed`),
    edit: onEdit,
    settings: () => void navigate('/campaigns-config'),
  };
  const Icon = isWaiting
    ? Clock20Regular
    : reason === 'connection-down' || reason === 'channel-off' || reason === 'session-lost'
      ? PlugDisconnected20Regular
      : PauseCircle20Regular;
  const title =
    isWaiting && until !== null
      ? t(`pause.until.${reason}`, { until: momentText(format, until) })
      : t(`pause.title.${reason}`, { at: format.clock(at), detail: detail ?? '' });
  return (
    <div className={mergeClasses(styles.band, isWaiting ? styles.waiting : styles.stopped)} role="status">
      <span className={mergeClasses(styles.icon, isWaiting ? styles.info : styles.warn)}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <strong>{title}</strong> {t('pause.noRepeat', { done: format.number(sent), left: format.number(waiting) })}
      </span>
      {remedies(reason).map((remedy, index) => (
        <Button
          key={remedy}
          size="small"
          {...(index > 0 && { appearance: 'transparent' as const })}
          onClick={act[remedy]}
        >
          {t(`pause.remedy.${remedy}`)}
        </Button>
      ))}
    </div>
  );
}
