import { useState } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowRepeatAll20Regular,
  Delete20Regular,
  Edit20Regular,
  Key20Regular,
  MoreHorizontal20Regular,
  Send20Regular,
} from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, IconButton, SideSheet, StatusPill } from '@balcao/sdk/ui';
import { endpointsKey, useOfferedEvents, type EndpointView } from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';
import { ShownOnce } from '../tokens/ShownOnce.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { stateOf } from './endpoint-state.ts';

const useStyles = makeStyles({
  head: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '6px', marginBottom: '14px' },
  url: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

type Open = 'edit' | 'rotate' | 'remove' | 'replay';

/** One endpoint: its state, its actions, and its deliveries. */
export function EndpointSheet({ endpoint, onClose }: { endpoint: EndpointView; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const { id, name, url, events } = endpoint;
  const { tone, label } = stateOf(endpoint);
  const { data: offered } = useOfferedEvents();
  const nameOf = (event: string): string => offered?.events.find((one) => one.id === event)?.label ?? event;
  const close = (): void => setOpen(undefined);

  const test = async (): Promise<void> => {
    try {
      await api.post(`/webhooks/${id}/test`);
      toasts.success(t('webhook.tested'));
    } catch (error) {
      toasts.error(error);
    }
  };
  const rotate = async (): Promise<void> => {
    const made = await api.post<{ secret: string }>(`/webhooks/${id}/secret`);
    close();
    setSecret(made.secret);
  };
  const remove = async (): Promise<void> => {
    await api.delete(`/webhooks/${id}`);
    onClose();
    toasts.success(t('webhook.removed'));
    await queries.invalidateQueries({ queryKey: endpointsKey });
  };
  return (
    <SideSheet
      open
      title={name}
      width={560}
      onClose={onClose}
      actions={
        <>
          <Button size="small" icon={<Send20Regular />} onClick={() => void test()}>
            {t('webhook.test')}
          </Button>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon={<MoreHorizontal20Regular />} label={t('webhook.more')} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem icon={<Edit20Regular />} onClick={() => setOpen('edit')}>
                  {t('webhook.edit')}
                </MenuItem>
                <MenuItem icon={<Key20Regular />} onClick={() => setOpen('rotate')}>
                  {t('webhook.rotate')}
                </MenuItem>
                <MenuItem icon={<ArrowRepeatAll20Regular />} onClick={() => setOpen('replay')}>
                  {t('log.replayRange')}
                </MenuItem>
                <MenuItem icon={<Delete20Regular />} onClick={() => setOpen('remove')}>
                  {t('webhook.remove')}
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        </>
      }
    >
      <div className={styles.head}>
        <StatusPill tone={tone}>{t(label)}</StatusPill>
        <span className={styles.url}>{url}</span>
        <span className={section.quiet} title={events.join(', ')}>
          {events.map(nameOf).join(', ')}
        </span>
      </div>
      <DeliveryLog endpoint={endpoint} />
      {open === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhookId={id} onClose={close} />}
      {open === 'rotate' && (
        <ConfirmDialog
          open
          danger={false}
          title={t('webhook.rotateTitle')}
          text={t('webhook.rotateText')}
          confirmLabel={t('webhook.rotateVerb')}
          onConfirm={rotate}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          open
          title={t('webhook.removeTitle', { name })}
          text={t('webhook.removeText')}
          confirmLabel={t('webhook.remove')}
          onConfirm={remove}
          onClose={close}
        />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={t('webhook.rotate')}
          text={t('webhook.secretText')}
          label={t('webhook.secret')}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SideSheet>
  );
}
