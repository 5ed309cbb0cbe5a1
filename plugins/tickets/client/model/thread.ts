import type { MessageView } from '../../contract.ts';
import { withAlbums } from './albums.ts';
import type { SeenPictures } from './albums.ts';
import type { OutboxEntry } from './outbox.ts';
import type { ThreadRow } from './thread-row.ts';

const together = 5 * 60_000;

export interface ThreadOptions {
  dayOf(date: string): string;
  unreadFrom?: UnreadFrom | undefined;
  /** There are older messages: whether the first one begins its day is not known yet. */
  beginsInside?: boolean;
  /** The way the pictures of this conversation were shown since it was opened. */
  seen?: SeenPictures | undefined;
}

/** The first unread message, and the number of them. */
export interface UnreadFrom {
  messageId: number;
  count: number;
}

interface Turn {
  author: string;
  at: number;
  day: string;
}

/**
 * Computes the rows: a line for each day, the mark of the first unread message, and messages of one sender grouped.
 * Outgoing messages are at the end under their own key, and keep it once they are stored, so that the bubble stays in
 * place.
 */
export function threadRows(
  messages: readonly MessageView[],
  outgoing: readonly OutboxEntry[],
  options: ThreadOptions,
): ThreadRow[] {
  const rows: ThreadRow[] = [];
  const stored = new Set(messages.map((message) => message.clientId));
  const days = new Set<string>();
  let previous: Turn | undefined;
  const begin = (author: string, date: string): boolean => {
    const turn: Turn = { author, at: Date.parse(date), day: options.dayOf(date) };
    if (turn.day !== previous?.day) {
      // A message written yesterday and still waiting is under today: no day begins twice.
      const isNew = !days.has(turn.day);
      days.add(turn.day);
      if (isNew && (previous || !options.beginsInside)) rows.push({ kind: 'day', key: `day ${turn.day}`, date });
      previous = undefined;
    }
    const starts = previous?.author !== author || turn.at - previous.at > together;
    previous = turn;
    return starts;
  };
  for (const message of messages) {
    const starts = begin(authorOf(message), message.createdAt);
    const isUnread = options.unreadFrom?.messageId === message.id;
    if (isUnread) rows.push({ kind: 'unread', key: 'unread', count: options.unreadFrom?.count ?? 0 });
    rows.push({ kind: 'message', key: message.clientId ?? String(message.id), message, starts: starts || isUnread });
  }
  for (const entry of outgoing) {
    if (stored.has(entry.clientId)) continue;
    const starts = begin(`us ${entry.userId}${entry.internal === true}`, entry.createdAt);
    rows.push({ kind: 'outgoing', key: entry.clientId, entry, starts });
  }
  return withAlbums(rows, options.seen);
}

const authorOf = (message: MessageView): string =>
  message.fromMe
    ? `us ${message.user?.id ?? message.participant ?? ''}${message.onlyInternal}`
    : `them ${message.participant ?? ''}`;

/** Returns the first of the last `count` messages of the customer. */
export function firstUnread(messages: readonly MessageView[], count: number): UnreadFrom | undefined {
  if (count <= 0) return undefined;
  let left = count;
  let first: MessageView | undefined;
  for (const message of messages.toReversed()) {
    if (message.fromMe) {
      if (first) break;
      continue;
    }
    first = message;
    left -= 1;
    if (left === 0) break;
  }
  return first && { messageId: first.id, count };
}
