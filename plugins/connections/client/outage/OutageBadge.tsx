import { makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';
import { downStatuses } from '../../contract.ts';
import { useConnections } from '../useConnections.ts';

const useStyles = makeStyles({
  dot: { display: 'block', width: '8px', height: '8px', borderRadius: '50%', backgroundColor: ext.bad },
});

/** A red badge while any connection that was connected cannot send. */
export default function OutageBadge() {
  const t = useT();
  const styles = useStyles();
  const { connections = [] } = useConnections();
  if (
    !connections.some(
      ({ status, wasConnected, channelOn }) => channelOn && wasConnected && downStatuses.includes(status),
    )
  )
    return null;
  return (
    <span className={styles.dot} title={t('trouble.badge')}>
      <VisuallyHidden>{t('trouble.badge')}</VisuallyHidden>
    </span>
  );
}
