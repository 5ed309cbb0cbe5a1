import { sql, type Scope } from '@balcao/sdk/server';
import { ticketListRoom, ticketMessagesRoom, ticketRoom, type MessageView, type TicketView } from '../../contract.ts';
import { withExtras } from '../list/ticket-list.ts';
import { isUnlisted } from '../ticket/unlisted.ts';

export type ListRoom = { queueId?: number; userId?: number; all?: boolean };

/** Where a conversation stands: its attendant's list, or the list of its queue while it has none. */
export interface TicketAssignment {
  queueId: number | null;
  userId: number | null;
}

/** The same as the SQL functions write it. */
interface MessagePlace {
  queue_id: number | null;
  user_id: number | null;
}

const roomOf = ({ queueId, userId }: TicketAssignment): ListRoom =>
  userId === null ? { queueId: queueId ?? 0 } : { userId };

/** The room it left: who reads there loses it, unless it only went from the queue's list into somebody's hands. */
const leave = (scope: Scope, view: TicketView, before: TicketAssignment, now: TicketAssignment): void => {
  const old = roomOf(before);
  if (JSON.stringify(old) === JSON.stringify(roomOf(now))) return;
  if (old.queueId === (view.queueId ?? 0)) scope.rooms.emit(ticketListRoom, old, 'update', { ticket: view });
  else scope.rooms.emit(ticketListRoom, old, 'delete', { ticketId: view.id });
};

/** Closed and taken off its attendant it is the one's who closed it: see `owner_key`. */
const standsAt = async (scope: Scope, { id, status, queueId, userId }: TicketView): Promise<TicketAssignment> => {
  if (status !== 'closed' || userId !== null) return { queueId, userId };
  const row = await scope.sql.one<{ userId: number | null }>(
    sql`select nullif(owner_key, 0) as "userId" from tickets.ticket where id = ${id}`,
  );
  return { queueId, userId: row?.userId ?? null };
};

/** A row changed, and with `before` also where it stands: the lists that showed it hear it first, then those that show it. */
export const publishTicket = async (scope: Scope, ticket: TicketView, before?: TicketAssignment): Promise<void> => {
  if (isUnlisted(ticket)) return;
  const [view = ticket] = await withExtras(scope, [ticket]);
  const now = await standsAt(scope, view);
  if (before) {
    leave(scope, view, before, now);
    scope.rooms.emit(ticketRoom, { uuid: view.uuid }, 'ticket', { ticket: view });
  }
  scope.rooms.emit(ticketListRoom, roomOf(now), 'update', { ticket: view });
  scope.rooms.emit(ticketListRoom, { all: true }, 'update', { ticket: view });
};

/**
 * A message changed a row: everything but what other plugins add to it, which no message changes and which would have to
 * be asked of each of them. Whoever knows the row keeps what it knows.
 */
export const publishRow = async (scope: Scope, ticket: TicketView): Promise<void> => {
  if (isUnlisted(ticket)) return;
  const { tags: _tags, extra: _extra, ...row } = ticket;
  scope.rooms.emit(ticketListRoom, roomOf(await standsAt(scope, ticket)), 'update', { ticket: row });
  scope.rooms.emit(ticketListRoom, { all: true }, 'update', { ticket: row });
};

export const publishDeleted = (scope: Scope, ticketId: number, uuid: string, place: TicketAssignment): void => {
  scope.rooms.emit(ticketListRoom, roomOf(place), 'delete', { ticketId });
  scope.rooms.emit(ticketListRoom, { all: true }, 'delete', { ticketId });
  scope.rooms.emit(ticketRoom, { uuid }, 'deleted', { ticketId });
};

export const publishRead = (scope: Scope, ticketId: number, uuid: string, place: TicketAssignment): void => {
  scope.rooms.emit(ticketListRoom, roomOf(place), 'updateUnread', { ticketId });
  scope.rooms.emit(ticketListRoom, { all: true }, 'updateUnread', { ticketId });
  scope.rooms.emit(ticketRoom, { uuid }, 'updateUnread', { ticketId });
};

/** The customer writes, or stopped: seen in the conversation and on its row. */
export const publishPresence = (
  scope: Scope,
  { id, uuid, ...place }: TicketAssignment & { id: number; uuid: string },
  state: string,
): void => {
  scope.rooms.emit(ticketRoom, { uuid }, 'presence', { state });
  scope.rooms.emit(ticketListRoom, roomOf(place), 'presence', { ticketId: id, state });
  scope.rooms.emit(ticketListRoom, { all: true }, 'presence', { ticketId: id, state });
};

export const publishMessage = (
  scope: Scope,
  {
    ticket_uuid: uuid,
    queue_id: queueId,
    user_id: userId,
    ticket,
  }: { ticket_uuid: string; ticket: TicketView | null } & MessagePlace,
  action: 'create' | 'update' | 'error',
  message: MessageView,
  /** Why a change of ours was undone. */
  refusal?: { error: string; failure: string },
): void => {
  if (ticket && isUnlisted(ticket)) {
    scope.rooms.emit(ticketRoom, { uuid }, 'message', { action, message, ...refusal });
    return;
  }
  const also = { room: ticketMessagesRoom, params: [roomOf({ queueId, userId }), { all: true }] };
  scope.rooms.emit(ticketRoom, { uuid }, 'message', { action, message, ...refusal }, also);
};
