import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowReply20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  Emoji20Regular,
  Eye20Regular,
  MoreHorizontal20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ChatMessageView } from '../../contract.ts';
import { spoken } from '../data/words.ts';
import { QuickReactions } from './QuickReactions.tsx';

export interface MessageActions {
  onReply(message: ChatMessageView): void;
  onEdit(message: ChatMessageView): void;
  onDelete(message: ChatMessageView): void;
  onReact(message: ChatMessageView, emoji: string): void;
  onSeen(message: ChatMessageView): void;
  /** Shows who reacted. */
  onReactions(message: ChatMessageView): void;
  /** False in a channel, for everybody but its owner. */
  mayWrite: boolean;
}

const dayMs = 86_400_000;

/** A menu of what can be done with a message, beside it. */
export function MessageTools({ message, actions }: { message: ChatMessageView; actions: MessageActions }) {
  const t = useT();
  // Read again whenever the menu opens: a message grows too old while its chat is open.
  const [now, setNow] = useState(() => Date.now());
  const isYoung = now - Date.parse(message.createdAt) < dayMs;
  const isOwn = message.fromMe === true && isYoung;
  return (
    <Menu positioning={{ autoSize: true }} onOpenChange={(_event, { open }) => open && setNow(Date.now())}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton
          size="small"
          // Reached by the keys of the messages: a button of each would be a long way to the field.
          tabIndex={-1}
          data-message-menu
          icon={<MoreHorizontal20Regular />}
          label={t('message.more', { author: message.sender.name })}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <QuickReactions onPick={(emoji) => actions.onReact(message, emoji)} />
          <MenuDivider />
          {actions.mayWrite && (
            <MenuItem icon={<ArrowReply20Regular />} onClick={() => actions.onReply(message)}>
              {t('message.reply')}
            </MenuItem>
          )}
          {message.message && (
            <MenuItem
              icon={<Copy20Regular />}
              onClick={() => void navigator.clipboard.writeText(spoken(message.message, message.mentions, t))}
            >
              {t('message.copy')}
            </MenuItem>
          )}
          {message.reactions.length > 0 && (
            <MenuItem icon={<Emoji20Regular />} onClick={() => actions.onReactions(message)}>
              {t('message.reactions')}
            </MenuItem>
          )}
          <MenuItem icon={<Eye20Regular />} onClick={() => actions.onSeen(message)}>
            {t('message.seenBy')}
          </MenuItem>
          {isOwn && actions.mayWrite && (
            <MenuItem icon={<Edit20Regular />} onClick={() => actions.onEdit(message)}>
              {t('message.edit')}
            </MenuItem>
          )}
          {isOwn && (
            <MenuItem icon={<Delete20Regular />} onClick={() => actions.onDelete(message)}>
              {t('message.delete')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
