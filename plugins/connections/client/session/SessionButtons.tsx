import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import { QrCode20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { isUnpaired, isUnreached, type ConnectionRow } from '../connection-row.ts';

export interface SessionButtonsProps {
  connection: ConnectionRow;
  isBusy: boolean;
  onShowCode(): void;
  onRetry(): void;
  onRenew(): void;
  onDisconnect(): void;
}

const useStyles = makeStyles({
  buttons: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    '@media (max-width: 599px)': { justifyContent: 'flex-end', '& > button': { minHeight: '40px' } },
  },
});

/** The buttons that start, renew or end a connection’s session, by its status. */
export function SessionButtons({ connection, isBusy, ...on }: SessionButtonsProps) {
  const t = useT();
  const styles = useStyles();
  const { status, capabilities } = connection;
  const connecting = (
    <Button size="small" disabled icon={<Spinner size="extra-tiny" aria-hidden="true" />}>
      {t('session.connecting')}
    </Button>
  );
  return (
    <span className={styles.buttons}>
      {isBusy || status === 'OPENING' ? (
        connecting
      ) : status === 'qrcode' ? (
        <Button
          size="small"
          appearance="primary"
          icon={<QrCode20Regular style={{ width: 16, height: 16 }} />}
          onClick={on.onShowCode}
        >
          {t('session.showCode')}
        </Button>
      ) : isUnreached(connection) ? (
        <>
          <Button size="small" onClick={on.onRetry}>
            {t('session.tryNow')}
          </Button>
          <Button size="small" onClick={on.onDisconnect}>
            {t('session.disconnect')}
          </Button>
        </>
      ) : status === 'DISCONNECTED' || (status === 'TIMEOUT' && isUnpaired(connection)) ? (
        <>
          <Button size="small" onClick={on.onRetry}>
            {t('session.retry')}
          </Button>
          {capabilities.qr && (
            <Button size="small" onClick={on.onRenew}>
              {t('session.renew')}
            </Button>
          )}
        </>
      ) : (
        <Button size="small" onClick={on.onDisconnect}>
          {t('session.disconnect')}
        </Button>
      )}
    </span>
  );
}
