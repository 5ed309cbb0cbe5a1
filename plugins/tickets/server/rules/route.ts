import { conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { ticketRoom } from '../../contract.ts';
import { publishTicket, type TicketAssignment } from '../live/publish-ticket.ts';
import { emitChange, log, type Changed, type LogWhy } from '../ticket/record.ts';
import { ticketView } from '../ticket/find-ticket.ts';

export interface Destination {
  queueId?: number | null | undefined;
  userId?: number | null | undefined;
}

const assertKnown = async (scope: Scope, { queueId = null, userId = null }: Destination): Promise<void> => {
  const known = await scope.sql.one<{ queue: boolean; person: boolean }>(
    sql`select exists (select 1 from queues.public_queue q where q.id = ${queueId}) as queue,
               exists (select 1 from kernel."user" u where u.id = ${userId}) as person`,
  );
  if (queueId !== null && !known?.queue) throw notFound('ERR_NO_QUEUE_FOUND');
  if (userId !== null && !known?.person) throw notFound('ERR_NO_USER_FOUND');
};

/**
 * Moves a conversation by rule: into a queue, where it waits, or to a person. It ends automatic service; `offersAgain` lets
 * an automation of the new queue claim it. Call it inside a transaction, and `publishMoved` with its result afterwards.
 */
export const moveTicket = async (
  scope: Scope,
  ticketId: number,
  to: Destination,
  how: 'queue' | 'redirect',
  offersAgain: boolean,
  why?: LogWhy,
): Promise<TicketAssignment> => {
  await assertKnown(scope, to);
  const before = await scope.sql.one<TicketAssignment & { status: string }>(
    sql`select status, queue_id as "queueId", user_id as "userId" from tickets.ticket where id = ${ticketId} for update`,
  );
  if (!before) throw notFound('ERR_NO_TICKET_FOUND');
  if (before.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  const queueId = to.queueId === undefined ? before.queueId : to.queueId;
  const userId = to.userId ?? null;
  const changed = await scope.sql.one<Changed>(
    sql`update tickets.ticket
           set status = ${userId === null ? 'pending' : 'open'}, queue_id = ${queueId}, user_id = ${userId},
               accepted_at = ${userId === null ? sql`accepted_at` : sql`now()`}, automatic_by = null,
               routing = ${offersAgain ? 'new' : 'done'}, updated_at = clock_timestamp()
         where id = ${ticketId} returning id, status, user_id as "userId", queue_id as "queueId"`,
  );
  await log(scope, ticketId, how, userId, queueId, why);
  if (changed) await emitChange(scope, 'transfer', changed);
  return before;
};

export const publishMoved = async (scope: Scope, ticketId: number, before: TicketAssignment): Promise<void> => {
  const view = await ticketView(scope, ticketId, 'live');
  if (!view) return;
  await publishTicket(scope, view, before);
  // People who may not open it any more receive this update and no later ones.
  scope.rooms.recheck(ticketRoom, { uuid: view.uuid });
};

export const route = async (scope: Scope, ticketId: number, to: Destination): Promise<void> => {
  const before = await scope.tx((inner) => moveTicket(inner, ticketId, to, 'redirect', false));
  await publishMoved(scope, ticketId, before);
};
