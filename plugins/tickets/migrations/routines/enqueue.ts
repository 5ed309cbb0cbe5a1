import type { Routine } from '@balcao/sdk/server';

/**
 * Stores a message of the company and puts it into the send queue of its conversation; no row when the conversation is
 * closed. p_paced: it is a bulk message, sent at the connection's bulk interval (true) or as fast as the channel
 * accepts it (false); null: it is sent next.
 */
export const enqueue: Routine = {
  name: 'enqueue',
  sql: [
    // Emits the queued event for a bulk message when it is stored, for subscribers that want every message; the message
    // is not to be sent yet.
    `create or replace function tickets.publish_waiting(m tickets.message) returns void language sql volatile as $$
       select kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id, jsonb_build_object('ticketId', m.ticket_id,
         'messageId', m.id, 'userId', m.user_id, 'at', tickets.iso(m.sent_at), 'isWaiting', true)) $$`,
    `create or replace function tickets.enqueue(p_ticket int, p_user int, p_body text, p_media json, p_quoted bigint, p_client text,
         p_internal boolean, p_masked boolean, p_paced boolean)
       returns table (fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_id bigint;
       v_sent timestamptz;
       t tickets.ticket;
       m tickets.message;
     begin
       if p_client is not null then
         select x.* into m from tickets.message x
          where x.company_id = v_company and x.ticket_id = p_ticket and x.client_id = p_client;
       end if;
       if m.id is null then
         v_id := nextval('tickets.message_id_seq');
         if p_internal then
           select x.* into t from tickets.ticket x where x.company_id = v_company and x.id = p_ticket for update;
           v_sent := clock_timestamp();
         else
           -- Our clock and the provider's differ: a reply is placed after the message it answers.
           update tickets.ticket x
              set last_at = greatest(clock_timestamp(), x.last_at + interval '1 microsecond'), updated_at = clock_timestamp(),
                  waiting_since = case when p_user is null and x.automatic_by is null then x.waiting_since end,
                  last_message = case when tickets.waits_with_words(x, p_user) then x.last_message else tickets.preview(p_body, p_media ->> 'name') end,
                  last_message_type = case when tickets.waits_with_words(x, p_user) then x.last_message_type else coalesce(p_media ->> 'type', 'text') end,
                  last_message_ack = case when tickets.waits_with_words(x, p_user) then x.last_message_ack else 0 end,
                  last_message_id = case when tickets.waits_with_words(x, p_user) then x.last_message_id else v_id end
            where x.company_id = v_company and x.id = p_ticket and x.status <> 'closed'
           returning * into t;
           v_sent := t.last_at;
         end if;
         if t.id is null then return; end if;
         insert into tickets.message (id, company_id, ticket_id, whatsapp_id, client_id, user_id, body, from_me, sent_at, queued_at, only_internal,
             ack, media_type, media_path, media_name, media_mime, media_size, quoted_id)
         values (v_id, v_company, t.id, t.whatsapp_id, p_client, p_user, p_body, true, v_sent, clock_timestamp(), p_internal,
             case when p_internal then 1 else 0 end,
             p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint,
             (select y.id from tickets.message y where y.company_id = v_company and y.ticket_id = t.id and y.id = p_quoted))
         on conflict (company_id, ticket_id, client_id) where client_id is not null do nothing
         returning * into m;
         -- The same message was stored concurrently: everything here is rolled back, and the caller reads the other
         -- one.
         if not found then raise exception 'this message is known' using errcode = 'P0C02'; end if;
         if not p_internal then
           if p_paced is null or m.whatsapp_id is null then
             perform tickets.publish_queued(m);
           else
             perform tickets.add_bulk(m.id, p_paced);
             perform tickets.publish_waiting(m);
           end if;
         end if;
         return query select true, t.id, t.uuid, m.id, t.queue_id, t.user_id,
           case when not p_internal then tickets.ticket_view(t, p_masked) end, tickets.message_view(m);
       else
         return query select false, x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.message_view(m)
           from tickets.ticket x where x.company_id = v_company and x.id = m.ticket_id;
       end if;
     end $$`,
  ],
};
