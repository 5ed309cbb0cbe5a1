import { plainText } from '@balcao/sdk/chat';
import type { Translate } from '@balcao/sdk/client';
import type { ChatMessageView, ChatView, SystemLine } from '../../contract.ts';

type Mentions = readonly { id: number; name: string }[];

/** Returns the name that a mention shows. */
export const mentionName =
  (mentions: Mentions, t: Translate) =>
  (id: number): string =>
    id === 0 ? t('mention.everybody') : (mentions.find((person) => person.id === id)?.name ?? t('mention.unknown'));

/** A text with names in place of mentions, for one line. */
export const spoken = (text: string, mentions: Mentions, t: Translate): string =>
  text.replaceAll(/@\[(\d{1,9})\]/g, (_all, id: string) => `@${mentionName(mentions, t)(Number(id))}`);

export const systemText = ({ type, names = [], title = '' }: SystemLine, actor: string, t: Translate): string =>
  t(`system.${type}`, { actor, names: names.join(', '), title });

export const mediaText = (type: ChatMessageView['mediaType'], t: Translate): string =>
  type === null ? '' : t(`media.${type}`);

/** A name as people say it: the first one, after a title with that title. */
export const shortName = (name: string): string => {
  const [first = '', second] = name.split(' ');
  return second !== undefined && /^\p{L}{1,5}\.$|^(dra?|sra?|profa?|do[nm]a?)$/iu.test(first) ? `${first} ${second}` : first;
};

/** The name of a message for screen readers: its author and what it says. */
export const labelOf = (message: ChatMessageView, t: Translate): string => {
  const words = message.isDeleted
    ? t('message.deleted')
    : [mediaText(message.mediaType, t), plainText(spoken(message.message, message.mentions, t)).slice(0, 300)]
        .filter(Boolean)
        .join(', ') || (message.ticketId === null ? '' : t('ticket.shared'));
  return `${message.sender.name}: ${words}`;
};

/** The second line of a chat in the list. */
export const previewOf = (chat: ChatView, userId: number, t: Translate): string => {
  const { last } = chat;
  if (!last) return chat.isDirect ? t('list.noMessages') : t('list.memberCount', { count: chat.memberCount });
  if (last.system) return systemText(last.system, last.senderName, t);
  const words =
    plainText(spoken(chat.lastMessage, last.mentions, t)) ||
    mediaText(last.mediaType, t) ||
    (last.ticketId === null ? '' : t('ticket.shared'));
  if (last.senderId === userId) return t('list.you', { text: words });
  return chat.isDirect ? words : `${shortName(last.senderName)}: ${words}`;
};
