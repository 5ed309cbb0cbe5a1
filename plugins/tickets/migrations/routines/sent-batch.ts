import type { Routine } from '@balcao/sdk/server';

const answer = `place int, ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json`;

/**
 * Stores providers' answers and receipts of several messages, each as `tickets.mark_sent` and `tickets.ack` do: by
 * conversation in an order that is the same on all nodes, because each ends with an update of the ticket. Also reserves
 * the turns of several messages, as `tickets.await_turn` does, by connection. Each gives up before PostgreSQL's
 * deadlock check (after a second): 55P03.
 */
export const sentBatch: Routine = {
  name: 'sent-batch',
  sql: [
    `create or replace function tickets.mark_sent_batch(p_messages json, p_masked boolean) returns table (${answer})
       language sql volatile set lock_timeout = '500ms' as $$
       select x.place, n.* from (
         select s.* from json_to_recordset(p_messages) as s(place int, message bigint, external text)
           left join tickets.message m on m.company_id = kernel.current_company() and m.id = s.message
          order by m.ticket_id, s.message, s.place) x
         cross join lateral tickets.mark_sent(x.message, x.external, p_masked) n $$`,
    `create or replace function tickets.ack_batch(p_acks json, p_masked boolean) returns table (${answer})
       language sql volatile set lock_timeout = '500ms' as $$
       select x.place, n.* from (
         select a.* from json_to_recordset(p_acks) as a(place int, connection int, external text, ack smallint)
           left join tickets.message m on m.company_id = kernel.current_company() and m.whatsapp_id = a.connection
            and m.external_id = a.external
          order by m.ticket_id, m.id, a.connection, a.external, a.place) x
         cross join lateral tickets.ack(x.connection, x.external, x.ack, null, p_masked) n $$`,
    `create or replace function tickets.await_turns(p_wishes json) returns table (place int, ms float8)
       language sql volatile set lock_timeout = '500ms' as $$
       select x.place, tickets.await_turn(x.message, x.connection, x.interval, x.burst, x.pause) from (
         select w.* from json_to_recordset(p_wishes) as w(place int, message bigint, connection int, interval float8, burst int, pause float8)
          order by w.connection, w.place) x $$`,
  ],
};
