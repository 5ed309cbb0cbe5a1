import { AppError, conflict, invalid, notFound, sql, z } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import type { TicketView } from '../../contract.ts';
import { publishTicket } from '../live/publish-ticket.ts';
import type { SignedIn } from '../reader.ts';
import { assertNoOther } from './changes.ts';
import { ticketView } from './find-ticket.ts';
import { emitChange, log } from './record.ts';
import { showTicket } from './show-ticket.ts';

const id = z.coerce.number('Required').int().positive().max(2_147_483_647);
const absent = z.union([z.literal('').transform(() => null), z.null(), id]).optional();

export const newTicket = z.object({
  contactId: id,
  queueId: absent,
  userId: absent,
  status: z.enum(['open', 'pending']).default('open'),
  whatsappId: absent,
});
export type NewTicket = z.output<typeof newTicket>;

/** Checks that everything the ticket refers to belongs to the company, and that the contact can be reached. */
const assertSound = async (scope: SignedIn, input: NewTicket, connectionId: number): Promise<string> => {
  const connection = await scope.use(connections).find(connectionId);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const known = await scope.sql.one<{ contact: boolean; queue: boolean; person: boolean }>(
    sql`select exists (select 1 from contacts.public_contact c where c.id = ${input.contactId}) as contact,
               exists (select 1 from queues.public_queue q where q.id = ${input.queueId ?? null}) as queue,
               exists (select 1 from kernel."user" u where u.id = ${input.userId ?? null}) as person`,
  );
  if (!known?.contact) throw notFound('ERR_NO_CONTACT_FOUND');
  if (input.queueId && !known.queue) throw notFound('ERR_NO_QUEUE_FOUND');
  if (input.userId && !known.person) throw notFound('ERR_NO_USER_FOUND');
  const adapter = scope.use(connections).adapter(connection);
  if (
    adapter &&
    !(await scope
      .use(contacts)
      .findIdentity(
        input.contactId,
        connection.channel,
        await adapter.identityScope(connection, scope),
        adapter.identityKind,
      ))
  ) {
    throw new AppError(400, 'ERR_WAPP_INVALID_CONTACT', { fields: { contactId: 'ERR_WAPP_INVALID_CONTACT' } });
  }
  return connection.channel;
};

export const createTicket = async (scope: SignedIn, given: NewTicket): Promise<TicketView> => {
  const { contactId, queueId = null, whatsappId } = given;
  // A super user who impersonates somebody begins conversations for the company's people, not for themselves.
  const isImpersonating = scope.user.impersonating === true && (!given.userId || given.userId === scope.user.id);
  const input: NewTicket = isImpersonating ? { ...given, userId: null, status: 'pending' } : given;
  const { status } = input;
  // Asking for a connection would not help where there is none to choose.
  if (!whatsappId && !(await scope.use(connections).preferred())) throw conflict('ERR_NO_DEF_WAPP_FOUND');
  const fields = {
    ...(queueId === null && scope.user.profile !== 'admin' && { queueId: 'Required' }),
    ...(!whatsappId && { whatsappId: 'Required' }),
  };
  if (Object.keys(fields).length > 0 || !whatsappId) throw invalid(fields);
  const channel = await assertSound(scope, input, whatsappId);
  // A waiting conversation has no attendant yet.
  const userId = status === 'open' ? (input.userId ?? scope.user.id) : null;
  const ticketId = await scope.tx(async (tx) => {
    const inner = tx as SignedIn;
    await assertNoOther(inner, contactId, whatsappId);
    // A conversation begun by a program is used, so that its messages stay above.
    const unlisted = await inner.sql.one<{ id: number }>(
      sql`update tickets.ticket
             set status = ${status}, queue_id = ${queueId}, user_id = ${userId}, created_at = now(), updated_at = clock_timestamp(),
                 accepted_at = ${status === 'open' ? sql`now()` : sql`null`}, waiting_since = ${status === 'pending' ? sql`now()` : sql`null`}
           where status = 'unlisted' and id = (select max(x.id) from tickets.ticket x
                   where x.contact_id = ${contactId} and x.whatsapp_id = ${whatsappId} and x.status = 'unlisted') returning id`,
    );
    const made = sql`insert into tickets.ticket (status, contact_id, whatsapp_id, channel, queue_id, user_id, is_group, accepted_at, waiting_since)
          select ${status}, c.id, ${whatsappId}, ${channel}, ${queueId}, ${userId}, c.is_group, ${status === 'open' ? sql`now()` : sql`null`},
                 ${status === 'pending' ? sql`now()` : sql`null`}
            from contacts.public_contact c where c.id = ${contactId} returning id`;
    const row = unlisted ?? (await inner.sql.one<{ id: number }>(made));
    if (!row) throw notFound('ERR_NO_CONTACT_FOUND');
    await log(inner, row.id, 'create', inner.user.id, queueId);
    if (queueId !== null) await log(inner, row.id, 'queue', inner.user.id, queueId);
    if (status === 'open') await log(inner, row.id, 'open', userId, queueId);
    await emitChange(inner, 'create', { id: row.id, status, userId, queueId });
    return row.id;
  });
  const live = await ticketView(scope, ticketId, 'live');
  if (live) await publishTicket(scope, live);
  return showTicket(scope, ticketId);
};
