import type { Routine } from '@balcao/sdk/server';

/**
 * Takes back bulk messages that have not entered the send queue yet, or wait for their connection, as if they had never
 * been stored. Returns those taken back, with the shared file of each. The tickets are locked first, in an order that is the same on all nodes.
 */
export const withdraw: Routine = {
  name: 'withdraw',
  sql: [
    `create or replace function tickets.withdraw(p_messages bigint[], p_deleted_text text) returns table (message_id bigint, ticket_id int, shared_path text)
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_taken bigint[];
     begin
       perform 1 from tickets.ticket t where t.company_id = v_company and t.id in (
         select b.ticket_id from tickets.bulk b where b.company_id = v_company and b.message_id = any(p_messages))
        order by t.id for update;
       with gone as (
         delete from tickets.bulk b using tickets.message m
          where b.company_id = v_company and b.message_id = any(p_messages) and m.company_id = v_company and m.id = b.message_id
            and (b.released_at is null or m.failure = 'disconnected' and m.ack = 0 and m.external_id is null)
         returning b.message_id)
       select array_agg(g.message_id) into v_taken from gone g;
       if v_taken is null then return; end if;
       return query with gone as (
         delete from tickets.message m where m.company_id = v_company and m.id = any(v_taken)
         returning m.id, m.ticket_id, case when m.shares_file then m.media_path end as path)
       select g.id, g.ticket_id, g.path from gone g;
       perform tickets.set_last_message(t.id, p_deleted_text) from tickets.ticket t
         where t.company_id = v_company and t.last_message_id = any(v_taken);
       -- A conversation of withdrawn messages alone shows none.
       update tickets.ticket t set last_message = '', last_message_id = null, last_message_ack = null, last_message_type = 'text'
         where t.company_id = v_company and t.last_message_id = any(v_taken);
     end $$`,
  ],
};
