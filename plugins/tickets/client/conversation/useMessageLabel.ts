import { useCallback } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';
import type { MessageView, TicketView } from '../../contract.ts';
import { plainText, shorten } from '@balcao/sdk/chat';

const states = ['waiting', 'sent', 'delivered', 'read', 'read'] as const;

/** Returns the label of a message for screen readers: author, content, time and receipt. */
export function useMessageLabel(contactName: TicketView['contact']['name']): (message: MessageView) => string {
  const t = useT();
  const { clock, dateTime } = useFormat();
  return useCallback(
    (message) => {
      const who = message.fromMe
        ? (message.user?.name ?? message.participant ?? t('message.us'))
        : (message.participant ?? contactName);
      if (message.isDeleted) return [who, t('message.deletedByUs'), clock(message.createdAt)].join(', ');
      const state = message.fromMe && !message.onlyInternal ? t(`ack.${states[message.ack] ?? 'waiting'}`) : '';
      return [
        message.onlyInternal ? t('message.whisperBy', { user: who }) : who,
        message.mediaType ? t(`media.${message.mediaType}`) : '',
        shorten(plainText(message.body), 300),
        message.editedAt ? t('thread.edited') : '',
        message.messageReact.map(({ emoji }) => emoji).join(' '),
        Date.now() - Date.parse(message.createdAt) < 86_400_000
          ? clock(message.createdAt)
          : dateTime(message.createdAt),
        message.failure ? t('message.notSent') : state,
      ]
        .filter(Boolean)
        .join(', ');
    },
    [clock, contactName, dateTime, t],
  );
}
