import type { TicketRowView } from '@balcao/tickets/contract';
import { nobody, type PanelRow, type PlacedTicket } from '../../panel.ts';

/** A running conversation on the board. Entries are never changed in place: a changed one is another object. */
export interface Entry {
  readonly id: number;
  /** The attendant; `nobody`: none. */
  readonly ownerId: number;
  readonly unread: number;
  /** Time of the first unanswered message in ms; 0: nobody waits. */
  readonly waitingAt: number;
  readonly updatedAt: number;
  readonly isTyping: boolean;
  /** Undefined until the row comes into view. */
  readonly row: PanelRow | undefined;
}

const time = (iso: string | null): number => (iso === null ? 0 : Date.parse(iso));

export const entryOf = (row: PanelRow, isTyping = false): Entry => ({
  id: row.id,
  ownerId: row.userId ?? nobody,
  unread: row.unreadMessages,
  waitingAt: time(row.waitingSince),
  updatedAt: time(row.updatedAt),
  isTyping,
  row,
});

export const placed = (ownerId: number, [id, unread, waitingAt, updatedAt]: PlacedTicket): Entry => ({
  id,
  ownerId,
  unread,
  waitingAt,
  updatedAt,
  isTyping: false,
  row: undefined,
});

/** Only what a card shows, so that thousands of conversations stay small. */
export const rowOf = (ticket: TicketRowView): PanelRow => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  channel: ticket.channel,
  unreadMessages: ticket.unreadMessages,
  lastMessage: ticket.lastMessage.slice(0, 200),
  lastMessageType: ticket.lastMessageType,
  updatedAt: ticket.updatedAt,
  waitingSince: ticket.waitingSince,
  isGroup: ticket.isGroup,
  queueId: ticket.queueId,
  userId: ticket.userId,
  queue: ticket.queue,
  chatbot: ticket.chatbot,
  contact: { name: ticket.contact.name, profilePicUrl: ticket.contact.profilePicUrl },
  whatsapp: { name: ticket.whatsapp.name },
});

/** The order within a card, which is that of the server: the longest wait first, then the latest change. */
export const byWait = (one: Entry, other: Entry): number => {
  if (one.waitingAt !== other.waitingAt) {
    if (one.waitingAt === 0) return 1;
    return other.waitingAt === 0 ? -1 : one.waitingAt - other.waitingAt;
  }
  return other.updatedAt - one.updatedAt || other.id - one.id;
};
