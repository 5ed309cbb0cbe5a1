import type { Routine } from '@balcao/sdk/server';

/**
 * Reads what became of the messages of a connection that were released, without waiting for their events. `settled`:
 * how many were sent or failed now; `unsettled`: how many are still on their way; questions count too. A
 * message that waits for its connection is on its way: it leaves when that is back.
 */
export const settle: Routine = {
  name: 'settle',
  sql: [
    `create or replace function campaigns.settle(p_connection int, out settled int, out unsettled int) language plpgsql as $$
     declare
       v_company int := kernel.current_company();
     begin
       with released as materialized (
         select r.id, r.message_id, coalesce(m.ack, 0) as ack, case when m.id is null and r.message_id is not null then 'removed' else nullif(m.failure, 'disconnected') end as failure, m.failure_reason
           from campaigns.campaign c
           join campaigns.recipient r on r.company_id = c.company_id and r.campaign_id = c.id and r.state = 'released'
           left join tickets.public_message m on m.company_id = r.company_id and m.id = r.message_id
          where c.company_id = v_company and c.connection_id = p_connection
            and (c.status = 'EM_ANDAMENTO' or c.last_release_at > now() - interval '7 days')
          limit 5000),
       -- Receipts lock recipients in the order of their messages, too.
       locked as materialized (
         select r.id from campaigns.recipient r
           join released x on x.id = r.id and (x.ack >= 1 or x.failure is not null)
          where r.company_id = v_company and r.state = 'released'
          order by x.message_id, r.id for no key update of r),
       done as (
         update campaigns.recipient r
            set state = case when x.failure = 'unknown' then 'uncertain' when x.failure is not null then 'failed'
                             when x.ack >= 3 then 'read' when x.ack = 2 then 'delivered' else 'sent' end,
                reason = case when x.failure = 'unknown' then x.failure else coalesce(x.failure_reason, x.failure) end,
                sent_at = case when x.failure is null then coalesce(r.sent_at, now()) end,
                delivered_at = case when x.ack >= 2 then coalesce(r.delivered_at, now()) end,
                read_at = case when x.ack >= 3 then coalesce(r.read_at, now()) end,
                settled_at = now()
           from released x join locked l on l.id = x.id
          where r.company_id = v_company and r.id = x.id and r.state = 'released'
         returning 1)
       select (select count(*) from done), (select count(*) from released x where x.failure is null and x.ack < 1)
              + (select count(*) from campaigns.recipient r
                   join campaigns.campaign c on c.company_id = r.company_id and c.id = r.campaign_id and c.connection_id = p_connection
                   join tickets.public_message m on m.company_id = r.company_id and m.id = r.ask_message_id
                  where r.company_id = v_company and r.state = 'asked' and r.asked_at > now() - interval '15 minutes'
                    and m.ack = 0 and coalesce(m.failure, 'disconnected') = 'disconnected')
         into settled, unsettled;
       -- The gap counts from the moment the message left, not from the moment it was stored: the provider may have been slow.
       if unsettled = 0 then
         update campaigns.pace p
            set is_on_the_way = false, next_at = greatest(p.next_at, clock_timestamp() + make_interval(secs => p.gap))
          where p.company_id = v_company and p.connection_id = p_connection and p.is_on_the_way;
       end if;
     end $$`,
  ],
};
