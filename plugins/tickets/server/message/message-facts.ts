import { forbidden, notFound, sql, z } from '@balcao/sdk/server';
import type { MessageFacts } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { mayRead, ticketById } from '../ticket/find-ticket.ts';

export const factsOutput = z.object({
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  writtenAt: z.string(),
  sentAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  readAt: z.string().nullable(),
});

/** Returns who wrote a message and when it reached each delivery state. */
export const messageFacts = async (scope: SignedIn, id: number): Promise<MessageFacts> => {
  const row = await scope.sql.one<MessageFacts & { ticketId: number }>(sql`
    select m.ticket_id as "ticketId", tickets.iso(m.sent_at) as "writtenAt",
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
           case when m.accepted_at is not null then tickets.iso(m.accepted_at) end as "sentAt",
           case when m.delivered_at is not null then tickets.iso(m.delivered_at) end as "deliveredAt",
           case when m.read_at is not null then tickets.iso(m.read_at) end as "readAt"
      from tickets.message m
      left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
     where m.id = ${id}`);
  if (!row) throw notFound('ERR_NO_MESSAGE_FOUND');
  const { ticketId, ...facts } = row;
  if (!mayRead(scope, await ticketById(scope, ticketId))) throw forbidden();
  return facts;
};
