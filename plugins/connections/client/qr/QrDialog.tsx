import { useEffect, useRef } from 'react';
import { Button, Dialog, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Contributed, api, useT, useToasts } from '@balcao/sdk/client';
import { DialogFrame, ErrorState, QrCode, Spinner } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { channelName, useChannels } from '../parts.ts';
import { PairingSteps } from './PairingSteps.tsx';

const side = 280;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: `${side}px minmax(0, 1fr)`,
    gap: '32px',
    paddingTop: '8px',
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'center', gap: '20px' },
  },
  code: {
    width: `${side}px`,
    maxWidth: '100%',
    aspectRatio: '1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: '#ffffff',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '12px',
    overflow: 'hidden',
  },
  waiting: { width: '72%', aspectRatio: '1' },
  block: { width: '100%', height: '100%' },
  state: { display: 'flex', alignItems: 'center', gap: '8px' },
});

/** Shows the QR code and each new one, until it was scanned, and then closes by itself. */
export function QrDialog({ connection, onClose }: { connection: ConnectionRow; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const channel = useChannels().find(({ id }) => id === connection.channel);
  const { id, name, status, updatedAt } = connection;
  const seen = useRef(false);
  const { data, error, refetch } = useQuery({
    // Every new code updates the connection, and the live update does not contain the code.
    queryKey: ['connections', 'code', id, updatedAt],
    queryFn: ({ signal }) => api.get<ConnectionRow>(`/whatsapp/${id}`, {}, { signal }),
    enabled: status === 'qrcode',
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const code = status === 'qrcode' ? data?.qrcode : undefined;

  useEffect(() => {
    if (status === 'qrcode') seen.current = true;
    const isRead = status === 'CONNECTED' || status === 'PAIRING' || (seen.current && status !== 'qrcode');
    if (!isRead) return;
    if (status === 'CONNECTED' || status === 'PAIRING') toasts.success(t('qr.read', { name }));
    onClose();
  }, [name, onClose, status, t, toasts]);

  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('qr.title', { name })}
        {...(channel ? { subtitle: channelName(channel) } : {})}
        width={760}
        onClose={onClose}
        aside={
          <span className={styles.state} role="status">
            <Spinner size="extra-tiny" label={t(code ? 'qr.waiting' : 'qr.asking')} />
          </span>
        }
        footer={<Button onClick={onClose}>{t('qr.cancel')}</Button>}
      >
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.columns}>
            <div className={styles.code}>
              {code ? (
                <QrCode text={code} label={t('qr.label', { name })} size={side} />
              ) : (
                <Skeleton className={styles.waiting} aria-label={t('qr.asking')}>
                  <SkeletonItem className={styles.block} />
                </Skeleton>
              )}
            </div>
            {channel?.setup ? (
              <Contributed item={channel}>
                <channel.setup connection={{ ...connection, qrcode: code ?? '' }} />
              </Contributed>
            ) : (
              <PairingSteps />
            )}
          </div>
        )}
      </DialogFrame>
    </Dialog>
  );
}
