import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { heldReasons, type CampaignView } from '../../contract.ts';
import { remedy } from '../campaign-state.ts';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px 12px',
    minHeight: '40px',
    padding: '4px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.warnBg,
    color: tokens.colorNeutralForeground1,
  },
  icon: { display: 'inline-flex', color: ext.warn },
  text: { flex: '1 1 280px', minWidth: 0 },
});

export interface PauseBandProps {
  campaign: CampaignView;
  onContinue(): void;
}

/** Why a running campaign stands still, that nobody gets it twice, and the button that mends it. */
export function PauseBand({ campaign, onContinue }: PauseBandProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const navigate = useNavigate();
  const { pause, sent, waiting, id } = campaign;
  if (!pause) return null;
  const { reason, at, detail } = pause;
  return (
    <div className={styles.band} role="status">
      <span className={styles.icon}>
        <PlugDisconnected20Regular aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <strong>{t(`pause.title.${reason}`, { at: format.clock(at), detail: detail ?? '' })}</strong>{' '}
        {t('pause.noRepeat', {
          done: format.number(sent),
          left: format.number(waiting),
        })}
      </span>
      {remedy(reason) === 'connections' && (
        <Button size="small" onClick={() => void navigate('/connections')}>
          {t('pause.reconnect')}
        </Button>
      )}
      {heldReasons.includes(reason) && (
        <Button size="small" onClick={onContinue}>
          {t('pause.continue')}
        </Button>
      )}
      {reason === 'failures' && (
        <Button
          size="small"
          appearance="transparent"
          onClick={() => void navigate(`/campaign/${id}/report?card=failed`)}
        >
          {t('pause.seeFailures')}
        </Button>
      )}
    </div>
  );
}
