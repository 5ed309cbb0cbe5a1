import type { Translate } from '@balcao/sdk/client';
import type { ChatMessage } from '@balcao/sdk/chat';
import type { ChatMessageView } from '../../contract.ts';
import { mediaText, spoken } from '../data/words.ts';

const day = (iso: string, timeZone: string): string => new Date(iso).toLocaleDateString('en-CA', { timeZone });

/** Positions of the messages that begin a day, and a run of one author within a few minutes. */
export const beginnings = (
  messages: readonly ChatMessageView[],
  timeZone: string,
): { days: ReadonlySet<number>; runs: ReadonlySet<number>; ends: ReadonlySet<number> } => {
  const [days, runs, ends] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    const startsDay = !before || day(before.createdAt, timeZone) !== day(message.createdAt, timeZone);
    if (startsDay) days.add(message.seq);
    const apart = before ? Date.parse(message.createdAt) - Date.parse(before.createdAt) : Number.POSITIVE_INFINITY;
    const startsRun = startsDay || before.senderId !== message.senderId || before.system !== null || apart > 300_000;
    if (!startsRun) continue;
    runs.add(message.seq);
    if (before) ends.add(before.seq);
  }
  const last = messages.at(-1);
  if (last) ends.add(last.seq);
  return { days, runs, ends };
};

/** A message as the SDK's components show it. */
export const shownMessage = (
  message: ChatMessageView,
  { userId, ack, author, t }: { userId: number; ack: number | undefined; author: string | null; t: Translate },
): ChatMessage => ({
  id: message.id,
  body: message.message,
  fromMe: message.fromMe === true,
  createdAt: message.createdAt,
  ack,
  author,
  files:
    message.mediaUrl !== null && message.mediaType !== null
      ? [{ url: message.mediaUrl, type: message.mediaType, name: message.mediaName, size: message.mediaSize }]
      : [],
  quoted: message.quoted && {
    author: message.quoted.name,
    body: message.quoted.isDeleted
      ? ''
      : spoken(message.quoted.message, message.quoted.mentions, t) ||
        mediaText(message.quoted.mediaType, t) ||
        t('ticket.shared'),
  },
  reactions: message.reactions.map(({ userId: by, emoji, name }) => ({ emoji, name, fromMe: by === userId })),
  isEdited: message.editedAt !== null,
  isDeleted: message.isDeleted,
});
