import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  message: { display: 'flex', flexWrap: 'wrap', gap: '12px', padding: '12px 14px' },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  words: { flex: '1 1 240px', minWidth: 0 },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
});

/** Shown instead of the composer while the channel's module is off, because nothing can be sent. */
export function ChannelOff({ mayNote }: { mayNote: boolean }) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { can } = useSession();
  return (
    <div className={styles.message} role="status">
      <PlugDisconnected20Regular className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{t('channelOff.title')}</p>
        <p className={styles.text}>
          {t('channelOff.text')}
          {mayNote && ` ${t('window.noteStill')}`}
        </p>
      </div>
      {can('settings:view') && (
        <Button onClick={() => void navigate('/settings/modules')}>{t('message.modules')}</Button>
      )}
    </div>
  );
}
