import type { Routine } from '@balcao/sdk/server';

/** Applies a receipt to all messages of the company to one person up to a moment, each as `tickets.ack` does. */
export const ackUntil: Routine = {
  name: 'ack-until',
  sql: [
    `create or replace function tickets.ack_until(p_connection int, p_channel text, p_scope text, p_kind text, p_value text,
       p_at timestamptz, p_ack smallint, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language sql volatile as $$
       select n.* from (
         select m.external_id
           from contacts.public_identity i
           join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = p_connection
           -- Written, and so handed over, before that moment: the index covers sent_at, the row handed_at.
           join tickets.message m on m.company_id = t.company_id and m.ticket_id = t.id
            and m.sent_at <= p_at and m.sent_at > p_at - interval '30 days'
          where i.company_id = kernel.current_company() and i.channel = p_channel and i.scope = p_scope and i.kind = p_kind
            and i.value = p_value and m.from_me and not m.only_internal and m.external_id is not null and m.failure is null
            and m.ack < p_ack and coalesce(m.handed_at, m.queued_at, m.sent_at) <= p_at
          order by m.sent_at, m.id) x
         cross join lateral tickets.ack(p_connection, x.external_id, p_ack, null, p_masked) n $$`,
  ],
};
