import type { Routine } from '@balcao/sdk/server';

/**
 * Stores a message that arrives, with the conversation it belongs to and the changes that arrived before it. `p_masked`
 * hides numbers in the JSON for live lists. In a group `p_kind` and `p_value` name the group and `p_participant` the
 * sender. `p_deleted` is the list's text for a message whose deletion arrived before it.
 */
export const receive: Routine = {
  name: 'receive',
  sql: [
    `create or replace function tickets.receive(p_connection int, p_external text, p_channel text, p_scope text, p_kind text, p_value text,
             p_name text, p_number text, p_picture text, p_body text, p_sent_at timestamptz, p_from_me boolean, p_media json,
             p_quoted text, p_participant text, p_masked boolean, p_data jsonb default null, p_deleted text default '')
           returns table (fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, action text, queue_id int, user_id int,
             ticket json, message json) language plpgsql as $$
         #variable_conflict use_column
         declare
           v_company int := kernel.current_company();
           v_contact int;
           v_action text;
           -- A message of a provider whose clock is ahead must not stay at the end of the conversation for ever.
           v_sent timestamptz := least(p_sent_at, clock_timestamp() + interval '1 day');
           v_unread int := case when p_from_me then 0 else 1 end;
           v_ack smallint := case when p_from_me then 1 else 0 end;
           t tickets.ticket;
           m tickets.message;
         begin
           perform tickets.take_message_turn(p_connection, p_external);
           select x.* into m from tickets.message x
            where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
           if not found then
             v_contact := contacts.identify(p_channel, p_scope, p_kind, p_value, p_name, p_number, p_picture);
             if p_from_me then
               m := tickets.adopt_echo(p_connection, v_contact, p_external, p_body);
               if m.id is not null then m := tickets.apply_early(m); end if;
             end if;
           end if;
           if m.id is not null then
             return query select false, x.id, x.uuid, m.id, null::text, x.queue_id, x.user_id, null::json, null::json
               from tickets.ticket x where x.company_id = v_company and x.id = m.ticket_id;
             return;
           end if;

           m.id := nextval('tickets.message_id_seq');
           for attempt in 1..2 loop
             update tickets.ticket x
                set unread = x.unread + v_unread, updated_at = clock_timestamp(), last_at = greatest(x.last_at, v_sent),
                    customer_wrote_at = case when p_from_me then x.customer_wrote_at else clock_timestamp() end,
                    -- A message written on the telephone answered everything before it; a conversation that it began
                    -- waits for nobody.
                    waiting_since = case when not p_from_me then least(x.waiting_since, v_sent, clock_timestamp())
                      when v_action is null and v_sent < x.waiting_since then x.waiting_since end,
                    last_message = case when v_sent >= x.last_at then tickets.preview(p_body, p_media ->> 'name') else x.last_message end,
                    last_message_type = case when v_sent >= x.last_at then coalesce(p_media ->> 'type', p_data ->> 'kind', 'text') else x.last_message_type end,
                    last_message_ack = case when v_sent < x.last_at then x.last_message_ack when p_from_me then 1 end,
                    last_message_id = case when v_sent >= x.last_at then m.id else x.last_message_id end
              where x.company_id = v_company and x.contact_id = v_contact and x.whatsapp_id = p_connection and x.status in ('open', 'pending')
             returning * into t;
             exit when found;
             if attempt = 1 then
               perform tickets.take_turn(v_contact, p_connection);
               -- The transaction that held the turn before may have started the conversation.
               perform 1 from tickets.ticket x where x.company_id = v_company and x.contact_id = v_contact
                 and x.whatsapp_id = p_connection and x.status in ('open', 'pending');
               if not found then
                 select b.p_action into v_action from tickets.start_conversation(v_contact, p_connection, p_kind = 'group',
                   case when not p_from_me then 'customer' end) b;
               end if;
             end if;
           end loop;
           -- Closed between two statements by a transaction that did not wait for the turn: the caller retries.
           if t.id is null then raise exception 'the conversation was closed meanwhile' using errcode = '40001'; end if;

           insert into tickets.message (id, company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, participant, sent_at,
               media_type, media_path, media_name, media_mime, media_size, data, quoted_id)
           values (m.id, v_company, t.id, p_connection, p_external, p_body, p_from_me, v_ack, p_participant, v_sent,
               p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint, p_data,
               case when p_quoted is not null then (select y.id from tickets.message y
                 where y.company_id = v_company and y.whatsapp_id = p_connection and y.external_id = p_quoted) end)
           on conflict (company_id, whatsapp_id, external_id) where external_id is not null do nothing
           returning * into m;
           -- The same message was stored concurrently: everything here is rolled back, and the caller reads the other
           -- one.
           if not found then raise exception 'this message is known' using errcode = 'P0C02'; end if;

           if exists (select 1 from tickets.early_change e
                       where e.company_id = v_company and e.whatsapp_id = p_connection and e.external_id = p_external) then
             m := tickets.apply_early(m);
             if t.last_message_id = m.id then
               perform tickets.set_last_message(t.id, p_deleted);
               select x.* into t from tickets.ticket x where x.company_id = v_company and x.id = t.id;
             end if;
           end if;
           if not p_from_me then
             perform tickets.publish_received(t, m);
           end if;
           return query select true, t.id, t.uuid, m.id, v_action, t.queue_id, t.user_id, tickets.ticket_view(t, p_masked), tickets.message_view(m, p_masked);
         end $$`,
  ],
};
