import { AppError, conflict, forbidden, sql, userRoom, z } from '@balcao/sdk/server';
import { ticketHandedOver, ticketRoom, whisperWritten, type TicketView } from '../../contract.ts';
import { publishTicket } from '../live/publish-ticket.ts';
import { enqueue } from '../message/enqueue.ts';
import type { SignedIn } from '../reader.ts';
import { accept, giveBack, reopen, resolve, transfer } from './changes.ts';
import { assertMayOpen, ticketById, ticketView, type TicketRow } from './find-ticket.ts';
import { showTicket } from './show-ticket.ts';

const id = z.number().int().positive().max(2_147_483_647);
/** The settings' own words count as answers too. */
const answer = z
  .union([z.boolean(), z.enum(['enabled', 'disabled', 'question']).transform((word) => word === 'enabled')])
  .nullish();

const status = z.enum(['open', 'pending', 'closed']);
export const changeBody = z.object({
  status: status.optional(),
  /** As whoever asks saw it: on a screen that is behind, accepting must not reopen what was closed meanwhile. */
  from: status.optional(),
  userId: id.nullish(),
  queueId: id.nullish(),
  notifyUser: z.boolean().nullish(),
  justClose: z.boolean().nullish(),
  /** With a transfer: a note to the colleague, which stands in the conversation as every note does. */
  note: z
    .string()
    .max(4000, 'Too Long!')
    .transform((text) => text.replaceAll('\0', '').trim())
    .nullish(),
  /** One's own transfer of just now is taken back, as long as nobody did anything with it since. */
  takesBack: z.boolean().nullish(),
  defaultRemoveUserQueue: answer,
  sendCloseMessage: answer,
});
export type ChangeBody = z.output<typeof changeBody>;

/** What the body asks for, from where the ticket stands. Undefined: it is so already. */
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
    if (row.status === 'closed') return undefined;
    const answers = {
      justClose: body.justClose ?? undefined,
      sendCloseMessage: body.sendCloseMessage ?? undefined,
      defaultRemoveUserQueue: body.defaultRemoveUserQueue ?? undefined,
    };
    return (inner) => resolve(inner, row, answers);
  }
  if (row.status === 'closed') return (inner) => reopen(inner, row, status, { queueId, userId: body.userId ?? null });
  if (row.status === 'pending' && status === 'open' && isForMe) return (inner) => accept(inner, row, queueId);
  if (row.status === 'open' && status === 'open' && isForMe && queueId === row.queueId) {
    if (row.userId === me || body.userId !== me) return undefined;
    // Whoever transfers to themselves says the queue; this one only meant to accept.
    if (body.queueId == null) throw conflict('ERR_TICKET_TAKEN', { user: row.owner, status: row.status });
  }
  const userId =
    status === 'pending'
      ? null
      : body.userId === undefined && body.queueId == null
        ? row.userId
        : (body.userId ?? null);
  if (row.status === 'open' && userId === null && queueId === row.queueId && body.queueId == null)
    return (inner) => giveBack(inner, row);
  if (userId === row.userId && queueId === row.queueId && status === row.status) return undefined;
  if (queueId === null) throw new AppError(400, 'ERR_VALIDATION', { fields: { queueId: 'Required' } });
  return (inner) => transfer(inner, row, { queueId, userId });
};

/** In the transaction of the change, so that whoever got the conversation is told of it, and of nothing that was not done. */
const handOver = async (inner: SignedIn, ticketId: number): Promise<void> => {
  const { userId: toUserId, status } = await ticketById(inner, ticketId);
  const { id, name } = inner.user;
  if (status !== 'open' || toUserId === null || toUserId === id) return;
  await inner.emit(ticketHandedOver, `ticket:${ticketId}`, { ticketId, toUserId, by: { id, name } });
};

/** Whoever visits the company to help leaves again: conversations stay with its people. */
const assertMayHold = (scope: SignedIn, row: TicketRow, body: ChangeBody): void => {
  const { id, impersonating } = scope.user;
  const takes = row.status !== 'open' && body.status === 'open' && body.userId == null;
  if (impersonating && body.status !== 'closed' && (takes || body.userId === id))
    throw conflict('ERR_VISITOR_HOLDS_NONE');
};

/** What others did with it since is told, and not undone by whoever did not see it yet. */
const assertAsSeen = ({ status, owner }: TicketRow, body: ChangeBody): void => {
  if (body.from === undefined || body.from === status || body.status === status) return;
  const code = { open: 'ERR_TICKET_TAKEN', pending: 'ERR_TICKET_CHANGED', closed: 'ERR_TICKET_CLOSED' }[status];
  throw conflict(code, { user: owner, status });
};

/**
 * Whoever handed it over may not open it any more, and yet may think better of it. Not once the receiver answered, moved
 * it on or closed it.
 */
const isJustTransferred = async (scope: SignedIn, ticketId: number): Promise<boolean> => {
  const row = await scope.sql.one(sql`
    select 1 from tickets.log l
     where l.ticket_id = ${ticketId} and l.type = 'transfered' and l.user_id = ${scope.user.id}
       and l.created_at > now() - interval '2 minutes'
       and not exists (select 1 from tickets.log x
             where x.company_id = l.company_id and x.ticket_id = l.ticket_id and x.id > l.id and x.type not in ('receivedTransfer', 'access'))
       and not exists (select 1 from tickets.message m
             where m.company_id = l.company_id and m.ticket_id = l.ticket_id and m.sent_at > l.created_at and m.from_me
               and m.user_id is distinct from ${scope.user.id})`);
  return row !== undefined;
};

/** In the transaction of the transfer: what is told of the note finds the conversation with its new owner. */
const noteTo = async (inner: SignedIn, ticketId: number, note: string): Promise<void> => {
  const { id } = await enqueue(inner, { ticketId, userId: inner.user.id, body: note, internal: true });
  await inner.emit(whisperWritten, `ticket:${ticketId}`, { ticketId, messageId: id, userId: inner.user.id });
};

/** Accept, return, resolve, reopen and transfer: one call, told apart by where the ticket is and where it shall go. */
export const changeTicket = async (scope: SignedIn, ticketId: number, body: ChangeBody): Promise<TicketView> => {
  const row = await ticketById(scope, ticketId);
  const isLateAccept =
    row.status === 'open' &&
    row.userId !== null &&
    row.userId !== scope.user.id &&
    body.status === 'open' &&
    body.queueId == null &&
    (body.userId === undefined || body.userId === scope.user.id);
  // Whoever comes second is told by whom it was taken, not only that it is another's now.
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
      // Whoever may not open it any more hears of the change, and then no more of it.
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
