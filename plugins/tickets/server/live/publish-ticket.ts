import { sql, type Scope } from '@balcao/sdk/server';
import { ticketListRoom, ticketMessagesRoom, ticketRoom, type MessageView, type TicketView } from '../../contract.ts';
import { withExtras } from '../list/ticket-list.ts';
import { isUnlisted } from '../ticket/unlisted.ts';

export type ListRoom = { queueId?: number; userId?: number; all?: boolean };

/**
 * The assignment of a conversation, which decides the lists it is in: its attendant's, or its queue's while it has
 * none.
 */
export interface TicketAssignment {
  queueId: number | null;
  userId: number | null;
}

/** The same, as the SQL functions return it. */
interface MessageAssignment {
  queue_id: number | null;
  user_id: number | null;
}

const roomOf = ({ queueId, userId }: TicketAssignment): ListRoom =>
  userId === null ? { queueId: queueId ?? 0 } : { userId };

/** Publishes a removal to the list that it left, unless an attendant of the queue only accepted it. */
const publishLeft = (scope: Scope, view: TicketView, before: TicketAssignment, now: TicketAssignment): void => {
  const old = roomOf(before);
  if (JSON.stringify(old) === JSON.stringify(roomOf(now))) return;
  if (old.queueId === (view.queueId ?? 0)) scope.rooms.emit(ticketListRoom, old, 'update', { ticket: view });
  else scope.rooms.emit(ticketListRoom, old, 'delete', { ticketId: view.id });
};

/** A closed conversation without attendant belongs to whoever closed it: see `owner_key`. */
const assignmentOf = async (scope: Scope, { id, status, queueId, userId }: TicketView): Promise<TicketAssignment> => {
  if (status !== 'closed' || userId !== null) return { queueId, userId };
  const row = await scope.sql.one<{ userId: number | null }>(
    sql`select nullif(owner_key, 0) as "userId" from tickets.ticket where id = ${id}`,
  );
  return { queueId, userId: row?.userId ?? null };
};

/**
 * Publishes a changed row, and with `before` also a changed assignment: first to the lists that it left, then to those
 * it is in.
 */
export const publishTicket = async (scope: Scope, ticket: TicketView, before?: TicketAssignment): Promise<void> => {
  if (isUnlisted(ticket)) return;
  const [view = ticket] = await withExtras(scope, [ticket]);
  const now = await assignmentOf(scope, view);
  if (before) {
    publishLeft(scope, view, before, now);
    scope.rooms.emit(ticketRoom, { uuid: view.uuid }, 'ticket', { ticket: view });
  }
  scope.rooms.emit(ticketListRoom, roomOf(now), 'update', { ticket: view });
  scope.rooms.emit(ticketListRoom, { all: true }, 'update', { ticket: view });
};

/** Publishes changed rows whose assignment did not change: the extras of all of them are loaded at once. */
export const publishTickets = async (scope: Scope, tickets: readonly TicketView[]): Promise<void> => {
  const shown = await withExtras(
    scope,
    tickets.filter((ticket) => !isUnlisted(ticket)),
  );
  const ownerless = shown.filter(({ status, userId }) => status === 'closed' && userId === null).map(({ id }) => id);
  const owners = new Map(
    ownerless.length === 0
      ? []
      : (
          await scope.sql.rows<{ id: number; userId: number | null }>(
            sql`select id, nullif(owner_key, 0) as "userId" from tickets.ticket where id = any(${ownerless}::int[])`,
          )
        ).map(({ id, userId }) => [id, userId]),
  );
  for (const ticket of shown) {
    const { id, uuid, queueId, userId } = ticket;
    const room = roomOf({ queueId, userId: userId ?? owners.get(id) ?? null });
    scope.rooms.emit(ticketRoom, { uuid }, 'ticket', { ticket });
    scope.rooms.emit(ticketListRoom, room, 'update', { ticket });
    scope.rooms.emit(ticketListRoom, { all: true }, 'update', { ticket });
  }
};

/**
 * Publishes a row that a message changed, without the values of other plugins, which no message changes and which would
 * have to be loaded from each of them. Receivers keep the values they have.
 */
export const publishRow = async (scope: Scope, ticket: TicketView): Promise<void> => {
  if (isUnlisted(ticket)) return;
  const { tags: _tags, extra: _extra, ...row } = ticket;
  scope.rooms.emit(ticketListRoom, roomOf(await assignmentOf(scope, ticket)), 'update', { ticket: row });
  scope.rooms.emit(ticketListRoom, { all: true }, 'update', { ticket: row });
};

export const publishDeleted = (scope: Scope, ticketId: number, uuid: string, assignment: TicketAssignment): void => {
  scope.rooms.emit(ticketListRoom, roomOf(assignment), 'delete', { ticketId });
  scope.rooms.emit(ticketListRoom, { all: true }, 'delete', { ticketId });
  scope.rooms.emit(ticketRoom, { uuid }, 'deleted', { ticketId });
};

export const publishRead = (scope: Scope, ticketId: number, uuid: string, assignment: TicketAssignment): void => {
  scope.rooms.emit(ticketListRoom, roomOf(assignment), 'updateUnread', { ticketId });
  scope.rooms.emit(ticketListRoom, { all: true }, 'updateUnread', { ticketId });
  scope.rooms.emit(ticketRoom, { uuid }, 'updateUnread', { ticketId });
};

/** Publishes that the customer is typing, or stopped: shown in the conversation and on its row. */
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
  }: { ticket_uuid: string; ticket: TicketView | null } & MessageAssignment,
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
