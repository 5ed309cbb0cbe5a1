import { useQuery } from '@tanstack/react-query';
import { Button, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api, queryClient, useT, useToasts } from '@balcao/sdk/client';
import { FormRow, IconButton, RelativeTime } from '@balcao/sdk/ui';
import { canPush, currentDeviceId, subscribeDevice, unsubscribeDevice } from '../device/push.ts';

interface Device {
  id: number;
  label: string;
  createdAt: string;
  notifiedAt: string | null;
}

const keys = { devices: ['notifications', 'devices'], here: ['notifications', 'here'] } as const;

const useStyles = makeStyles({
  devices: {
    listStyleType: 'none',
    margin: 0,
    padding: '4px 8px 4px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  device: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '40px' },
  names: { flexGrow: 1, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface PushSettingsProps {
  /** The reason why the browser shows no notifications at all. */
  trouble: string | undefined;
  /** Requests permission; resolves to true once the browser may show notifications. */
  ask(): Promise<boolean>;
}

/** Push notifications on this device, and the person's other devices with push. */
export function PushSettings({ trouble, ask }: PushSettingsProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const { data: here } = useQuery({ queryKey: keys.here, queryFn: async () => (await currentDeviceId()) ?? null });
  const { data: devices = [] } = useQuery({
    queryKey: keys.devices,
    queryFn: () => api.get<Device[]>('/notifications/devices'),
  });
  const isOn = here !== null && here !== undefined;

  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // The browser's own messages are not meant for people.
      toasts.error(error instanceof DOMException ? t('push.refused') : error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: keys.here });
      await queryClient.invalidateQueries({ queryKey: keys.devices });
      dispatchEvent(new Event('balcao-push'));
    }
  };
  const change = (wanted: boolean): Promise<void> =>
    act(async () => {
      if (wanted) return (await ask()) ? subscribeDevice() : undefined;
      return isOn ? unsubscribeDevice(here) : undefined;
    });
  const test = (id: number): Promise<void> =>
    act(async () => {
      await api.post(`/notifications/devices/${id}/test`);
      toasts.info(t('push.tested'));
    });

  return (
    <>
      <FormRow end label={t('push.on')} help={trouble ?? (canPush() ? t('push.help') : t('push.unsupported'))}>
        <Switch
          checked={isOn}
          disabled={busy || trouble !== undefined || !canPush()}
          onChange={(_, { checked }) => void change(checked)}
        />
      </FormRow>
      {devices.length > 0 && (
        <ul className={styles.devices} aria-label={t('push.devices')}>
          {devices.map(({ id, label, createdAt }) => (
            <li key={id} className={styles.device}>
              <span className={styles.names}>
                {label || t('push.unknown')}{' '}
                <span className={styles.quiet}>{id === here ? t('push.this') : <RelativeTime date={createdAt} />}</span>
              </span>
              {id === here && (
                <Button size="small" disabledFocusable={busy} onClick={() => void test(id)}>
                  {t('push.test')}
                </Button>
              )}
              <IconButton
                size="small"
                icon={<Dismiss16Regular />}
                label={t('push.remove', { device: label || t('push.unknown') })}
                onClick={() =>
                  void act(() => (id === here ? unsubscribeDevice(id) : api.delete(`/notifications/devices/${id}`)))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
