import type { Routine } from '@balcao/sdk/server';

/** Columns of the JSON that `SentText` in `server/message/send-text.ts` describes. */
const columns = `place int, ticket int, author int, any_owner boolean, any_queue boolean, body text, quoted bigint, client text`;
const answer = `place int, fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json`;

/**
 * Stores texts that people send in conversations they may open, all or none, each as `tickets.enqueue` does. `fresh` is
 * null where nothing was stored: the caller finds out why. `p_windowed`: channels with a window for free text, which is
 * checked by the caller. Without `p_wait`, the places of messages whose conversation another transaction holds are
 * missing in the result.
 */
export const sendText: Routine = {
  name: 'send-text',
  sql: [
    `create or replace function tickets.send_text_each(p_messages json, p_windowed text[], p_masked boolean, p_wait boolean)
       returns table (${answer}) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       p record;
     begin
       for p in
         with said as materialized (select x.* from json_to_recordset(p_messages) as x(${columns})),
         -- In an order that is the same on all nodes. Other writers of these conversations wait, or skip them, from
         -- here on.
         held as materialized (
           select t.id from tickets.ticket t
            where not p_wait and t.company_id = v_company and t.id in (select s.ticket from said s)
            order by t.id for no key update skip locked)
         select s.*, t.id is null or p_wait or t.id in (select h.id from held h) as is_free,
                t.id is not null and t.status <> 'closed' and t.channel <> all(p_windowed)
                  -- The rules of 'mayOpen' in server/ticket/find-ticket.ts.
                  and (t.owner_key = s.author
                       or (t.owner_key = 0 or s.any_owner)
                          and (t.queue_id is null or s.any_queue or exists (
                            select 1 from queues.public_member m where m.queue_id = t.queue_id and m.user_id = s.author))) as may_say
           from said s left join tickets.ticket t on t.company_id = v_company and t.id = s.ticket
          order by s.ticket, s.place
       loop
         continue when not p.is_free;
         if p.may_say then
           -- Bulk messages that wait in the conversation are released before a later message.
           perform tickets.release_waiting(p.ticket) from tickets.bulk b
             where b.company_id = v_company and b.ticket_id = p.ticket and b.released_at is null limit 1;
           return query select p.place, e.* from tickets.enqueue(p.ticket, p.author, p.body, null, p.quoted, p.client, false, p_masked, null) e;
           continue when found;
         end if;
         return query select p.place, null::boolean, null::int, null::uuid, null::bigint, null::int, null::int, null::json, null::json;
       end loop;
     end $$`,
    // Gives up before PostgreSQL's deadlock check (after a second): 55P03.
    `create or replace function tickets.send_text_batch(p_messages json, p_windowed text[], p_masked boolean)
       returns table (${answer}) language sql volatile set lock_timeout = '500ms' as $$
       select * from tickets.send_text_each(p_messages, p_windowed, p_masked, false) $$`,
  ],
};
