import type { Routine } from '@balcao/sdk/server';

/**
 * Starts the conversation of a contact on a connection: the unlisted one, the last one if it was closed within the
 * connection's minutes, or a new one. `p_action` is `reopen` or `create`; `p_why` is its reason in the log.
 */
export const startConversation: Routine = {
  name: 'start-conversation',
  sql: [
    `create or replace function tickets.start_conversation(p_contact int, p_connection int, p_group boolean, p_why text, out p_action text, out t tickets.ticket)
       returns record language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       w record;
     begin
       select c.channel, c.time_create_new_ticket,
              case when k.amount = 1 then k.only_id
                   when k.amount > 1 and c.max_use_bot_queues > 0 and not p_group then null
                   else c.entry_queue_id end as queue_id,
              case when k.amount > 1 and c.max_use_bot_queues > 0 and not p_group then 'menu' else 'new' end as routing
         into w
         from connections.public_connection c,
              lateral (select count(*) as amount, min(q.queue_id) as only_id from connections.public_connection_queue q
                        where q.company_id = v_company and q.connection_id = c.id) k
        where c.company_id = v_company and c.id = p_connection;
       if not found then raise exception 'ERR_NO_WAPP_FOUND' using errcode = 'P0T01'; end if;

       p_action := 'create';
       update tickets.ticket x
          set status = 'pending', queue_id = w.queue_id, routing = w.routing, created_at = now()
        where x.company_id = v_company and x.status = 'unlisted' and x.id = (
                select y.id from tickets.ticket y
                 where y.company_id = v_company and y.contact_id = p_contact and y.whatsapp_id = p_connection and y.status = 'unlisted'
                 order by y.id desc limit 1)
       returning * into t;
       if t.id is null and w.time_create_new_ticket > 0 then
         p_action := 'reopen';
         update tickets.ticket x
            set status = 'pending', user_id = null, closed_by = null, closed_at = null, queue_id = coalesce(x.queue_id, w.queue_id),
                routing = case when x.queue_id is null then w.routing else 'new' end, automatic_by = null
          where x.company_id = v_company and x.status = 'closed' and x.id = (
                  select y.id from tickets.ticket y
                   where y.company_id = v_company and y.contact_id = p_contact and y.whatsapp_id = p_connection and y.status = 'closed'
                     and y.closed_at > now() - make_interval(mins => w.time_create_new_ticket)
                   order by y.closed_at desc limit 1)
         returning * into t;
         -- The menu starts over; the time of the last out-of-hours text and the daily count still apply.
         if t.id is not null then
           update tickets.automatic a set menu_queue_ids = '{}', menu_message_id = null, menu_shown = 0, menu_shown_at = null, redirect_at = null
            where a.company_id = v_company and a.ticket_id = t.id;
         end if;
       end if;
       if t.id is null then
         p_action := 'create';
         insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, is_group, last_at, routing)
         values (v_company, 'pending', p_contact, p_connection, w.channel, w.queue_id, p_group, '-infinity', w.routing) returning * into t;
       end if;
       insert into tickets.log (company_id, ticket_id, type, queue_id, why)
       values (v_company, t.id, p_action, t.queue_id, p_why);
       if p_action = 'create' and t.queue_id is not null then
         insert into tickets.log (company_id, ticket_id, type, queue_id, why) values (v_company, t.id, 'queue', t.queue_id, 'connection');
       end if;
       perform kernel.emit('tickets.ticket.changed', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'action', p_action,
         'at', tickets.iso(clock_timestamp()), 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id));
     end $$`,
  ],
};
