import { conflict, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { endSnoozes } from '../marks/marks.ts';
import { enqueue } from '../message/enqueue.ts';
import type { SignedIn } from '../reader.ts';
import { closingText } from '../rules/closing-text.ts';
import { greetAccepted } from '../rules/greeting.ts';
import { isWindowClosed } from '../window/reply-window.ts';
import { askForRating } from '../rules/rating.ts';
import { mayOpen, ticketById, type TicketRow } from './find-ticket.ts';
import { emitChange, log, type Changed } from './record.ts';
import { isUnlisted } from './unlisted.ts';

/** Another person was faster, or moved it: the error names who has it now. */
const lost = async (scope: Scope, row: TicketRow): Promise<never> => {
  const { status, owner, ownerKey } = await ticketById(scope, row.id);
  if (status === 'open' && ownerKey !== row.ownerKey) throw conflict('ERR_TICKET_TAKEN', { user: owner, status });
  throw conflict(status === 'closed' ? 'ERR_TICKET_CLOSED' : 'ERR_TICKET_CHANGED', { user: owner, status });
};

/**
 * Applies the change only while the ticket is as it was read, so that one of two people wins. Automatic service ends
 * when a person acts.
 */
const change = async (scope: Scope, row: TicketRow, set: Sql): Promise<Changed> => {
  const changed = await scope.sql.one<Changed>(
    sql`update tickets.ticket t set ${set}, automatic_by = null, routing = 'done', updated_at = clock_timestamp()
         where t.id = ${row.id} and t.status = ${row.status} and t.owner_key = ${row.ownerKey} and t.queue_key = ${row.queueId ?? 0}
     returning t.id, t.status, t.user_id as "userId", t.queue_id as "queueId"`,
  );
  if (!changed) return lost(scope, row);
  await endSnoozes(scope, changed);
  return changed;
};

export const accept = async (scope: SignedIn, row: TicketRow, queueId: number | null): Promise<void> => {
  const me = scope.user.id;
  if (queueId !== row.queueId) await assertTarget(scope, { queueId, userId: null });
  const changed = await change(
    scope,
    row,
    sql`status = 'open', user_id = ${me}, queue_id = ${queueId}, accepted_at = now()`,
  );
  if (queueId !== null && queueId !== row.queueId) await log(scope, row.id, 'queue', me, queueId);
  await log(scope, row.id, 'open', me, queueId);
  await emitChange(scope, 'accept', changed);
  await greetAccepted(scope, row, changed.queueId, me);
};

export const returnTicket = async (scope: SignedIn, row: TicketRow): Promise<void> => {
  const changed = await change(scope, row, sql`status = 'pending', user_id = null`);
  await log(scope, row.id, 'pending', scope.user.id, row.queueId);
  await emitChange(scope, 'return', changed);
};

export interface ResolveAnswers {
  justClose?: boolean | undefined;
  sendCloseMessage?: boolean | undefined;
  defaultRemoveUserQueue?: boolean | undefined;
}

/** The company's setting decides; with `question`, the attendant's answer does. */
const decided = (
  scope: Scope,
  setting: 'sendCloseMessage' | 'defaultRemoveUserQueue',
  answer: boolean | undefined,
): boolean => {
  const value = scope.settings.get(setting);
  return value === 'enabled' || (value === 'question' && answer === true);
};

/** Resolves as the person of the scope, or as the company without a person. */
export const resolve = async (scope: Scope, row: TicketRow, answers: ResolveAnswers): Promise<void> => {
  // A super user who impersonates somebody must not become its owner: nobody in the company would see it.
  const me = (!scope.user?.impersonating && scope.user?.id) || null;
  const isSilent = answers.justClose === true || (await isWindowClosed(scope, row));
  const words = isSilent ? undefined : await closingText(scope, row);
  if (words?.completion.trim() && decided(scope, 'sendCloseMessage', answers.sendCloseMessage))
    await enqueue(scope, { ticketId: row.id, userId: null, body: words.completion });
  if (words) await askForRating(scope, row, words);
  const set = sql`status = 'closed', closed_at = now(), closed_by = ${me}::int, unread = 0`;
  const removes = decided(scope, 'defaultRemoveUserQueue', answers.defaultRemoveUserQueue);
  const changed = await change(
    scope,
    row,
    removes ? sql`${set}, user_id = null, queue_id = null` : sql`${set}, user_id = coalesce(user_id, ${me}::int)`,
  );
  await log(scope, row.id, 'closed', me, row.queueId);
  await emitChange(scope, 'resolve', changed);
};

export interface Target {
  queueId: number | null;
  userId: number | null;
}

const assertTarget = async (scope: SignedIn, { queueId, userId }: Target): Promise<void> => {
  const known = await scope.sql.one<{ queue: boolean; person: boolean }>(
    sql`select exists (select 1 from queues.public_queue q where q.id = ${queueId}) as queue,
               exists (select 1 from kernel."user" u where u.id = ${userId}) as person`,
  );
  if (queueId !== null && !known?.queue) throw notFound('ERR_NO_QUEUE_FOUND');
  if (userId !== null && !known?.person) throw notFound('ERR_NO_USER_FOUND');
};

/** To a person it stays open; to a queue it waits there. */
export const transfer = async (scope: SignedIn, row: TicketRow, to: Target): Promise<void> => {
  await assertTarget(scope, to);
  const status = to.userId === null ? 'pending' : 'open';
  const changed = await change(
    scope,
    row,
    sql`status = ${status}, queue_id = ${to.queueId}, user_id = ${to.userId}, accepted_at = ${to.userId === null ? sql`accepted_at` : sql`now()`}`,
  );
  await log(scope, row.id, 'transfered', scope.user.id, row.queueId);
  await log(scope, row.id, 'receivedTransfer', to.userId, to.queueId);
  await emitChange(scope, 'transfer', changed);
};

/**
 * Reopens a conversation as requested, unless the contact has another running one. One that a program began unlisted
 * becomes listed: for people it begins here.
 */
export const reopen = async (
  scope: SignedIn,
  row: TicketRow,
  status: 'open' | 'pending',
  to: Target,
): Promise<void> => {
  await assertTarget(scope, to);
  if (row.whatsappId !== null) await assertNoOther(scope, row.contactId, row.whatsappId);
  const changed = await change(
    scope,
    row,
    sql`status = ${status}, queue_id = ${to.queueId}, user_id = ${status === 'open' ? (to.userId ?? scope.user.id) : null},
        waiting_since = ${status === 'pending' ? sql`clock_timestamp()` : sql`null`}, closed_at = null, closed_by = null, accepted_at = ${status === 'open' ? sql`now()` : sql`accepted_at`},
        created_at = ${isUnlisted(row) ? sql`now()` : sql`created_at`}`,
  );
  const action = isUnlisted(row) ? 'create' : 'reopen';
  await log(scope, row.id, action, scope.user.id, to.queueId);
  if (changed.status === 'open') await log(scope, row.id, 'open', changed.userId, changed.queueId);
  await emitChange(scope, action, changed);
};

/** Takes the turn of this contact on this connection: whoever else would start a conversation waits for the commit. */
export const assertNoOther = async (scope: SignedIn, contactId: number, connectionId: number): Promise<void> => {
  await scope.sql.run(sql`select tickets.take_turn(${contactId}::int, ${connectionId}::int)`);
  const running = await scope.sql.one<{ id: number }>(
    sql`select id from tickets.ticket
         where contact_id = ${contactId} and whatsapp_id = ${connectionId} and status in ('open', 'pending')`,
  );
  if (!running) return;
  const other = await ticketById(scope, running.id);
  const { id, uuid, status, owner, queueName: queue } = other;
  // People who may not open it learn at least whom to ask.
  const context = { id, uuid, status, user: owner?.name ?? null, queue, mayOpen: mayOpen(scope, other) };
  throw conflict('ERR_OTHER_OPEN_TICKET', context);
};
