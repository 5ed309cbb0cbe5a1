/**
 * Conversations. Others may reference `tickets.ticket (company_id, id)` by composite foreign key.
 */
import { event, point, room, service } from '@balcao/sdk/contract';
import type { Scope, Sql, StoredFile, z } from '@balcao/sdk/server';

export type TicketStatus = 'pending' | 'open' | 'closed';

export interface TicketView {
  id: number;
  uuid: string;
  status: TicketStatus;
  channel: string;
  unreadMessages: number;
  lastMessage: string;
  /** Who wrote the last message, and how far it came: null when the customer did. */
  lastMessageAck: number | null;
  lastMessageType: string;
  updatedAt: string;
  createdAt: string;
  isGroup: boolean;
  queueId: number | null;
  userId: number | null;
  whatsappId: number;
  contactId: number;
  contact: { id: number; name: string; number: string; profilePicUrl: string | null; email: string };
  queue: { id: number; name: string; color: string } | null;
  user: { id: number; name: string } | null;
  whatsapp: { id: number; name: string; status: string };
  tags: { id: number; name: string; color: string }[];
  /** What other plugins add to a row, by their keys (`tickets.list.extra`). */
  extra: Record<string, unknown>;
}

export interface MessageView {
  id: number;
  ticketId: number;
  body: string;
  fromMe: boolean;
  /** 0 waiting, 1 sent, 2 delivered, 3 and 4 read. */
  ack: number;
  /** Why it was not sent: locale key suffix under `failure.`; null when it was, or still may be. */
  failure: string | null;
  mediaUrl: string | null;
  mediaType: 'image' | 'audio' | 'video' | 'document' | 'sticker' | null;
  mediaName: string | null;
  mediaSize: number | null;
  mediaMime: string | null;
  quotedMsg: Pick<MessageView, 'id' | 'body' | 'fromMe' | 'mediaType'> | null;
  isDeleted: boolean;
  onlyInternal: boolean;
  /** Who of the company wrote it. */
  user: { id: number; name: string } | null;
  /** What the sender's browser named it, so that an optimistic copy is replaced and not doubled. */
  clientId: string | null;
  /** Who wrote it in a group. */
  participant?: string | null;
  createdAt: string;
}

export interface Tickets {
  find(id: number): Promise<TicketView | undefined>;
  /** Says something in a conversation as the company itself: greeting, menu, reminder. ERR_TICKET_CLOSED (409). */
  say(ticketId: number, body: string): Promise<void>;
  /**
   * Says something as the person of the scope, or as the company where there is none. A file already kept becomes the
   * message's own: give a copy of one that is used elsewhere. A repeated `clientId` answers the message that is there.
   * ERR_NO_TICKET_FOUND, the refusals of `assertReadable`, ERR_TICKET_CLOSED (409), ERR_VALIDATION when there is
   * nothing to say.
   */
  send(ticketId: number, message: { body: string; file?: StoredFile; clientId?: string }): Promise<MessageView>;
  /** Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION unless this reader may open it. */
  assertReadable(ticketId: number): Promise<void>;
  /** Tells live lists that a row changed: call it after changing what an extra or a filter shows. */
  touched(ticketId: number): Promise<void>;
}
/** Conversations, for plugins that work with them. */
export const tickets = service<Tickets>('tickets.tickets');

/** A conversation began, changed hands or ended. Key: the conversation. */
export const ticketChanged = event<{
  ticketId: number;
  action: 'create' | 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'delete';
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
}>('tickets.ticket.changed');
/** The customer wrote. Key: the conversation. */
export const messageReceived = event<{ ticketId: number; messageId: number }>('tickets.message.received');
/** The company wrote: the message is to be sent. Key: the conversation. */
export const messageQueued = event<{ ticketId: number; messageId: number }>('tickets.message.queued');
/** Somebody read what the customer wrote: these messages, by the provider's ids. */
export const ticketRead = event<{ ticketId: number; externalIds: string[] }>('tickets.ticket.read');

/**
 * Live lists: `update` {ticket}, `delete` {ticketId}, `updateUnread` {ticketId}.
 * `{ queueId }` for people of that queue (0: tickets in none); `{ userId }` for one's own; `{ all: true }` with
 * tickets-manager:showall.
 */
export const ticketListRoom = room<{ queueId?: number; userId?: number; all?: boolean }>('tickets.list');
/**
 * One conversation: `message` {action: create | update | error, message}, `ticket` {ticket} when its state, queue or attendant changed, `deleted` {ticketId},
 * `presence` {state} of the customer, `typing` {user, state} of an attendant, `viewers` {users: {id, name}[]}.
 * Browsers send `typing` {state}, `viewing` {} every 30 seconds while it is on the screen, and `left` {}.
 */
export const ticketRoom = room<{ uuid: string }>('tickets.ticket');

/** Server: a filter of the list. `where` refers to the ticket as `t`. */
export interface TicketListQuery {
  id: string;
  /** Query parameter. */
  param: string;
  schema: z.ZodType;
  where(value: unknown, scope: Scope): Sql;
}
/** Server: a filter of the ticket list; the browser's field for it is `tickets.list.filter`. */
export const ticketListQuery = point<TicketListQuery>('tickets.list.query');

/** Server: what a plugin adds to list rows, for many tickets at once. */
export interface TicketListExtra {
  id: string;
  load(ticketIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, unknown>>;
}
/** Server: what rows carry under `extra[id]`, loaded for a whole page at once. */
export const ticketListExtra = point<TicketListExtra>('tickets.list.extra');

interface Item {
  id: string;
  order?: number;
  permission?: string;
}
/** Browser: a field in the filter panel. Props: `{ value, onChange }` of its query parameter. */
export interface TicketListFilter extends Item {
  param: string;
  label: string;
  component: unknown;
}
/** Browser: a field in the filter panel. Props: `{ value, onChange }` of its query parameter. */
export const ticketListFilter = point<TicketListFilter>('tickets.list.filter');
/** Browser: a mark on a list row. Props: `{ ticket }`. */
export const ticketListBadge = point<Item & { component: unknown }>('tickets.list.badge');
/** Browser: a button in the conversation's header. Props: `{ ticket }`. */
export const ticketHeaderAction = point<Item & { component: unknown }>('tickets.header.action');
/** Browser: a section in the contact panel. Props: `{ ticket }`. */
export const ticketDrawerPanel = point<Item & { label: string; component: unknown }>('tickets.drawer.panel');
/** Browser: a button in the composer. Props: `{ ticket, insert(text), send(text) }`. */
export const composerAction = point<Item & { component: unknown }>('messages.composer.action');
/** Browser: what opens on a character typed at the start. Props: `{ ticket, query, pick(text), close() }`. */
export const composerTrigger = point<Item & { character: string; component: unknown }>('messages.composer.trigger');
/** Browser: shows messages of a kind; the first whose `accepts(message)` is true. Props: `{ message, ticket }`. */
export const messageRenderer = point<Item & { accepts(message: MessageView): boolean; component: unknown }>(
  'messages.renderer',
);
/** Browser: an entry of a message's menu. */
export const messageAction = point<
  Item & {
    label: string;
    icon?: unknown;
    when?(message: MessageView): boolean;
    run(message: MessageView, ticket: TicketView): void;
  }
>('messages.action');
