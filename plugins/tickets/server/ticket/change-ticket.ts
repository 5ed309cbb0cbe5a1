import { AppError, conflict, forbidden, sql, userRoom, z } from '@balcao/sdk/server';
import { ticketHandedOver, ticketRoom, internalNoteWritten, type TicketView } from '../../contract.ts';
import { publishTicket } from '../live/publish-ticket.ts';
import { enqueue } from '../message/enqueue.ts';
import type { SignedIn } from '../reader.ts';
import { accept, returnTicket, reopen, resolve, transfer } from './changes.ts';
import { assertMayOpen, ticketById, ticketView, type TicketRow } from './find-ticket.ts';
import { showTicket } from './show-ticket.ts';
import { isClosed } from './unlisted.ts';

const id = z.number().int().positive().max(2_147_483_647);
/** The values of the settings are accepted as answers too. */
const answer = z
  .union([z.boolean(), z.enum(['enabled', 'disabled', 'question']).transform((word) => word === 'enabled')])
  .nullish();

const status = z.enum(['open', 'pending', 'closed']);
export const changeBody = z.object({
  status: status.optional(),
  /**
   * The status that the caller saw: on an outdated screen, accepting must not reopen a conversation that was closed
   * meanwhile.
   */
  from: status.optional(),
  /** The attendant that the caller saw; null: none. Another one meanwhile is reported, and nothing is changed. */
  fromUserId: id.nullish(),
  userId: id.nullish(),
  queueId: id.nullish(),
  notifyUser: z.boolean().nullish(),
  justClose: z.boolean().nullish(),
  /** With a transfer: an internal note to the colleague. */
  note: z
    .string()
    .max(4000, 'Too Long!')
    .transform((text) => text.replaceAll('\0', '').trim())
    .nullish(),
  /** Undoes one's own transfer, as long as nothing happened since. */
  takesBack: z.boolean().nullish(),
  defaultRemoveUserQueue: answer,
  sendCloseMessage: answer,
});
export type ChangeBody = z.output<typeof changeBody>;

/**
 * Returns the change that leads from the ticket's state to the requested one. Undefined: it is in that state already.
 */
const workOf = (
  scope: SignedIn,
  row: TicketRow,
  body: ChangeBody,
): ((inner: SignedIn) => Promise<void>) | undefined => {
  const me = scope.user.id;
  const queueId = body.queueId ?? row.queueId;
  const status = body.status ?? (body.userId && row.status === 'pending' ? 'open' : row.status);
  const isForMe = body.userId === undefined || body.userId === null || body.userId === me;
  if (status === 'closed') {
    if (isClosed(row)) return undefined;
    const answers = {
      justClose: body.justClose ?? undefined,
      sendCloseMessage: body.sendCloseMessage ?? undefined,
      defaultRemoveUserQueue: body.defaultRemoveUserQueue ?? undefined,
    };
    return (inner) => resolve(inner, row, answers);
  }
  if (isClosed(row)) return (inner) => reopen(inner, row, status, { queueId, userId: body.userId ?? null });
  if (row.status === 'pending' && status === 'open' && isForMe) return (inner) => accept(inner, row, queueId);
  if (row.status === 'open' && status === 'open' && isForMe && queueId === row.queueId) {
    if (row.userId === me || body.userId !== me) return undefined;
    // A transfer to oneself includes a queue; this request only meant to accept.
    if (body.queueId == null) throw conflict('ERR_TICKET_TAKEN', { user: row.owner, status: row.status });
  }
  const userId =
    status === 'pending'
      ? null
      : body.userId === undefined && body.queueId == null
        ? row.userId
        : (body.userId ?? null);
  if (row.status === 'open' && userId === null && queueId === row.queueId && body.queueId == null)
    return (inner) => returnTicket(inner, row);
  if (userId === row.userId && queueId === row.queueId && status === row.status) return undefined;
  if (queueId === null) throw new AppError(400, 'ERR_VALIDATION', { fields: { queueId: 'Required' } });
  return (inner) => transfer(inner, row, { queueId, userId });
};

/** In the transaction of the change, so that the receiver is notified if and only if it is committed. */
const handOver = async (inner: SignedIn, ticketId: number): Promise<void> => {
  const { userId: toUserId, status } = await ticketById(inner, ticketId);
  const { id, name } = inner.user;
  if (status !== 'open' || toUserId === null || toUserId === id) return;
  await inner.emit(ticketHandedOver, `ticket:${ticketId}`, { ticketId, toUserId, by: { id, name } });
};

/**
 * A super user who impersonates somebody must not become the attendant: conversations stay with the company's people.
 */
const assertMayHold = (scope: SignedIn, row: TicketRow, body: ChangeBody): void => {
  const { id, impersonating } = scope.user;
  const takes = row.status !== 'open' && body.status === 'open' && body.userId == null;
  if (impersonating && body.status !== 'closed' && (takes || body.userId === id))
    throw conflict('ERR_VISITOR_HOLDS_NONE');
};

/** A change by others that the caller has not seen is reported, and not undone. */
const assertAsSeen = (row: TicketRow, body: ChangeBody): void => {
  const { userId, owner } = row;
  const status = isClosed(row) ? 'closed' : row.status;
  if (body.fromUserId !== undefined && status !== 'closed' && userId !== body.fromUserId && userId !== body.userId)
    throw conflict(userId === null ? 'ERR_TICKET_CHANGED' : 'ERR_TICKET_TAKEN', { user: owner, status });
  if (body.from === undefined || body.from === status || body.status === status) return;
  const code = { open: 'ERR_TICKET_TAKEN', pending: 'ERR_TICKET_CHANGED', closed: 'ERR_TICKET_CLOSED' }[status];
  throw conflict(code, { user: owner, status });
};

/**
 * True while a transfer may be undone by whoever made it, although they may not open it any more: until the receiver
 * answered, moved or closed it.
 */
const isJustTransferred = async (scope: SignedIn, ticketId: number): Promise<boolean> => {
  const row = await scope.sql.one(sql`
    select 1 from tickets.log l
     where l.ticket_id = ${ticketId} and l.type = 'transfered' and l.user_id = ${scope.user.id}
       and l.created_at > now() - interval '2 minutes'
       and not exists (select 1 from tickets.log x
             where x.company_id = l.company_id and x.ticket_id = l.ticket_id and x.id > l.id and x.type not in ('receivedTransfer', 'access')
               and position('.' in x.type) = 0)
       and not exists (select 1 from tickets.message m
             where m.company_id = l.company_id and m.ticket_id = l.ticket_id and m.sent_at > l.created_at and m.from_me
               and m.user_id is distinct from ${scope.user.id})`);
  return row !== undefined;
};

/** In the transaction of the transfer: the event of the note finds the conversation with its new attendant. */
const noteTo = async (inner: SignedIn, ticketId: number, note: string): Promise<void> => {
  const { id } = await enqueue(inner, { ticketId, userId: inner.user.id, body: note, internal: true });
  await inner.emit(internalNoteWritten, `ticket:${ticketId}`, { ticketId, messageId: id, userId: inner.user.id });
};

/** Accepts, returns, resolves, reopens or transfers: one call, distinguished by the current and the requested state. */
export const changeTicket = async (scope: SignedIn, ticketId: number, body: ChangeBody): Promise<TicketView> => {
  const row = await ticketById(scope, ticketId);
  const isLateAccept =
    row.status === 'open' &&
    row.userId !== null &&
    row.userId !== scope.user.id &&
    body.status === 'open' &&
    body.queueId == null &&
    (body.userId === undefined || body.userId === scope.user.id);
  // The second of two people who accept learns who has it, not only that it is taken.
  if (isLateAccept) throw conflict('ERR_TICKET_TAKEN', { user: row.owner, status: row.status });
  if (body.note && !scope.can('tickets-manager:sendinternalchats')) throw forbidden();
  const takesBack = body.takesBack === true && (await isJustTransferred(scope, row.id));
  if (body.takesBack === true && !takesBack)
    throw conflict('ERR_TICKET_CHANGED', { user: row.owner, status: row.status });
  if (!takesBack) assertMayOpen(scope, row);
  assertMayHold(scope, row, body);
  assertAsSeen(row, body);
  const back = { queueId: body.queueId ?? null, userId: body.status === 'open' ? (body.userId ?? null) : null };
  const work = takesBack ? (inner: SignedIn) => transfer(inner, row, back) : workOf(scope, row, body);
  if (work) {
    const isNotified = body.notifyUser === true && scope.settings.get('notifyNewMessage') === 'enabled';
    await scope.tx(async (inner) => {
      await work(inner as SignedIn);
      if (body.note && body.status !== 'closed') await noteTo(inner as SignedIn, ticketId, body.note);
      if (isNotified) await handOver(inner as SignedIn, ticketId);
    });
    const live = await ticketView(scope, ticketId, 'live');
    if (live) {
      await publishTicket(scope, live, { queueId: row.queueId, userId: row.owner?.id ?? null });
      // People who may not open it any more receive this update and no later ones.
      scope.rooms.recheck(ticketRoom, { uuid: row.uuid });
      if (isNotified && live.userId !== null && live.userId !== scope.user.id) {
        scope.rooms.emit(userRoom, { userId: live.userId }, 'ticket-transferred', {
          ticket: live,
          by: { id: scope.user.id, name: scope.user.name },
        });
      }
    }
  }
  return showTicket(scope, ticketId);
};
