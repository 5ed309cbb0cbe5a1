import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { ArrowReply20Regular, Copy20Regular, Delete20Regular, ArrowDownload20Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { api, Contributed, mediaUrl, usePoint, useT, useToasts } from '@balcao/sdk/client';
import type { Item } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { messageArrived } from '../data/useMessages.ts';
import { messageActionPoint } from '../parts.ts';

export interface MessageMenuAt {
  message: MessageView;
  x: number;
  y: number;
  /** This person wrote it. */
  isOwn: boolean;
}

export interface MessageMenuProps {
  at: MessageMenuAt;
  ticket: TicketView;
  onReply: ((message: MessageView) => void) | undefined;
  onClose(): void;
}

type ActionItem = typeof messageActionPoint extends PointRef<infer T> ? Item<T> : never;

/** An entry of another plugin, in its own words. */
function ContributedAction({ item, message, ticket }: { item: ActionItem; message: MessageView; ticket: TicketView }) {
  const t = useT();
  return <MenuItem onClick={() => item.run(message, ticket)}>{t(item.label)}</MenuItem>;
}

/** What can be done with one message. */
export function MessageMenu({ at, ticket, onReply, onClose }: MessageMenuProps) {
  const t = useT();
  const toasts = useToasts();
  const contributed = usePoint(messageActionPoint).filter((item) => item.when?.(at.message as never) ?? true);
  const { message, x, y } = at;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  const mayDelete = message.fromMe && at.isOwn;

  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(message.body);
    toasts.success(t('message.copied'));
  };
  const remove = async (): Promise<void> => {
    try {
      await api.delete(`/messages/${message.id}`);
      messageArrived({ ...message, isDeleted: true });
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Menu
      open
      positioning={{ target, position: 'below', align: 'start' }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <MenuPopover>
        <MenuList>
          {onReply && !message.onlyInternal && (
            <MenuItem icon={<ArrowReply20Regular />} onClick={() => onReply(message)}>
              {t('message.reply')}
            </MenuItem>
          )}
          {message.body && (
            <MenuItem icon={<Copy20Regular />} onClick={() => void copy()}>
              {t('message.copy')}
            </MenuItem>
          )}
          {message.mediaUrl && (
            <MenuItem
              icon={<ArrowDownload20Regular />}
              onClick={() => download(mediaUrl(message.mediaUrl ?? ''), message.mediaName ?? '')}
            >
              {t('message.download')}
            </MenuItem>
          )}
          {contributed.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item}>
              <ContributedAction item={item} message={message} ticket={ticket} />
            </Contributed>
          ))}
          {mayDelete && (
            <MenuItem icon={<Delete20Regular />} onClick={() => void remove()}>
              {t('message.delete')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** Saves a stored file under the name it was sent with. */
export function download(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}
