import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  ArrowForward20Regular,
  ArrowReply20Regular,
  CheckboxChecked20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  EmojiAdd20Regular,
  Info20Regular,
} from '@fluentui/react-icons';
import { useMemo } from 'react';
import type { ComponentType } from 'react';
import { Contributed, mediaUrl, usePoint, useT, useToasts } from '@balcao/sdk/client';
import type { Item } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { messageActionPoint } from '../parts.ts';
import { mayForward } from './selection/message-selection.ts';
import { mayDelete, mayEdit } from './may-change.ts';
import { download } from './media/download.ts';
import { askPlugin } from './ask-plugin.ts';

export interface MessageMenuAt {
  message: MessageView;
  x: number;
  y: number;
  /** Written by this person. */
  isOwn: boolean;
}

export interface MessageMenuProps {
  at: MessageMenuAt;
  ticket: TicketView;
  capabilities: Partial<ChannelCapabilities>;
  onReply: ((message: MessageView) => void) | undefined;
  /** Undefined where the channel supports no reactions. */
  onPickReaction: ((at: MessageMenuAt) => void) | undefined;
  onForward(message: MessageView): void;
  onSelect(message: MessageView): void;
  onFacts(message: MessageView): void;
  onEdit(message: MessageView): void;
  onDelete(message: MessageView): void;
  onClose(): void;
}

type ActionItem = typeof messageActionPoint extends PointRef<infer T> ? Item<T> : never;

/** An entry of another plugin, labelled by it. */
function ContributedAction({ item, message, ticket }: { item: ActionItem; message: MessageView; ticket: TicketView }) {
  const t = useT();
  const toasts = useToasts();
  const Icon = item.icon as ComponentType | undefined;
  const run = async (): Promise<void> => {
    try {
      await item.run(message, ticket);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <MenuItem {...(Icon ? { icon: <Icon /> } : {})} onClick={() => void run()}>
      {t(item.label)}
    </MenuItem>
  );
}

/** Actions on one message. */
export function MessageMenu(props: MessageMenuProps) {
  const { at, ticket, capabilities, onReply, onPickReaction, onForward, onSelect, onFacts, onEdit, onDelete, onClose } =
    props;
  const t = useT();
  const toasts = useToasts();
  const contributed = usePoint(messageActionPoint).filter((item) =>
    askPlugin(item, () => item.fits?.(at.message) ?? true),
  );
  const { message, x, y } = at;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  const edits = mayEdit(at, capabilities);
  const deletes = mayDelete(at, capabilities);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(message.body);
      toasts.success(t('message.copied'));
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
        <MenuList aria-label={t('message.more')}>
          {onReply && !message.onlyInternal && (
            <MenuItem icon={<ArrowReply20Regular />} secondaryContent="R" onClick={() => onReply(message)}>
              {t('message.reply')}
            </MenuItem>
          )}
          {onPickReaction && !message.onlyInternal && (
            <MenuItem icon={<EmojiAdd20Regular />} secondaryContent="E" onClick={() => onPickReaction(at)}>
              {t('thread.react')}
            </MenuItem>
          )}
          {mayForward(message) && (
            <MenuItem icon={<ArrowForward20Regular />} secondaryContent="F" onClick={() => onForward(message)}>
              {t('message.forward')}
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
              onClick={() => message.files.forEach(({ url, name }) => download(mediaUrl(url), name))}
            >
              {t('message.download')}
            </MenuItem>
          )}
          <MenuItem icon={<CheckboxChecked20Regular />} secondaryContent="X" onClick={() => onSelect(message)}>
            {t('message.choose')}
          </MenuItem>
          {message.fromMe && (
            <MenuItem icon={<Info20Regular />} onClick={() => onFacts(message)}>
              {t('message.facts')}
            </MenuItem>
          )}
          {contributed.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item} inline>
              <ContributedAction item={item} message={message} ticket={ticket} />
            </Contributed>
          ))}
          {(edits || deletes) && <MenuDivider />}
          {edits && (
            <MenuItem icon={<Edit20Regular />} onClick={() => onEdit(message)}>
              {t('thread.edit')}
            </MenuItem>
          )}
          {deletes && (
            <MenuItem icon={<Delete20Regular />} onClick={() => onDelete(message)}>
              {t('message.delete')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
