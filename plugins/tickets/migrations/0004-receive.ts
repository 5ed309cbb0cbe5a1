import type { Migration } from '@balcao/sdk/server';

/** The whole step of a message that arrives: one statement, one transaction, or nothing at all. */
export const receive: Migration = {
  name: '0004-receive',
  sql: [
    // Everything that starts or reopens a conversation of one person on one connection takes its turn here.
    `create function tickets.take_turn(p_contact int, p_connection int) returns void language sql volatile as $$
       select pg_advisory_xact_lock(hashtextextended('tickets ' || kernel.current_company() || ' ' || p_contact || ' ' || p_connection, 0)) $$`,

    // Reopens the last conversation when it closed within the connection's minutes, or starts one.
    `create function tickets.begin_conversation(p_contact int, p_connection int, p_group boolean, p_action out text, t out tickets.ticket)
       returns record language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       w record;
     begin
       select c.channel, c.time_create_new_ticket, coalesce(
                (select case when count(*) = 1 then min(k.queue_id) end from connections.connection_queue k
                  where k.company_id = v_company and k.connection_id = c.id), c.entry_queue_id) as queue_id
         into w from connections.connection c where c.company_id = v_company and c.id = p_connection;
       if not found then raise exception 'ERR_NO_WAPP_FOUND' using errcode = 'P0T01'; end if;

       if w.time_create_new_ticket > 0 then
         p_action := 'reopen';
         update tickets.ticket x
            set status = 'pending', user_id = null, closed_by = null, closed_at = null, queue_id = coalesce(x.queue_id, w.queue_id)
          where x.company_id = v_company and x.status = 'closed' and x.id = (
                  select y.id from tickets.ticket y
                   where y.company_id = v_company and y.contact_id = p_contact and y.whatsapp_id = p_connection and y.status = 'closed'
                     and y.closed_at > now() - make_interval(mins => w.time_create_new_ticket)
                   order by y.closed_at desc limit 1)
         returning * into t;
       end if;
       if t.id is null then
         p_action := 'create';
         insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, is_group, last_at)
         values (v_company, 'pending', p_contact, p_connection, w.channel, w.queue_id, p_group, '-infinity') returning * into t;
       end if;
       insert into tickets.log (company_id, ticket_id, type, queue_id) values (v_company, t.id, p_action, t.queue_id);
       if p_action = 'create' and t.queue_id is not null then
         insert into tickets.log (company_id, ticket_id, type, queue_id) values (v_company, t.id, 'queue', t.queue_id);
       end if;
       perform kernel.emit('tickets.ticket.changed', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'action', p_action,
         'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id));
     end $$`,

    // Our own message comes back under the provider's id before the provider answered us: it is no second message.
    `create function tickets.adopt_echo(p_connection int, p_contact int, p_external text, p_body text) returns tickets.message
       language sql volatile as $$
       update tickets.message x set external_id = p_external, ack = greatest(x.ack, 1)
        where x.company_id = kernel.current_company() and x.id = (
                select m.id from tickets.message m
                  join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
                 where t.company_id = kernel.current_company() and t.contact_id = p_contact and t.whatsapp_id = p_connection
                   and m.from_me and m.ack = 0 and not m.only_internal and m.external_id is null and m.failure is null
                   and not m.is_deleted and m.body = p_body and m.sent_at > now() - interval '10 minutes'
                 order by m.sent_at, m.id limit 1 for update of m skip locked)
       returning x.* $$`,

    // p_masked hides numbers in the JSON for live lists. Groups: p_kind and p_value name the group, p_participant who wrote.
    `create function tickets.receive(p_connection int, p_external text, p_channel text, p_scope text, p_kind text, p_value text,
         p_name text, p_number text, p_picture text, p_body text, p_sent_at timestamptz, p_from_me boolean, p_media json,
         p_quoted text, p_participant text, p_masked boolean)
       returns table (fresh boolean, ticket_id int, ticket_uuid uuid, message_id bigint, action text, queue_id int, user_id int,
         ticket json, message json) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_contact int;
       v_action text;
       -- A provider whose clock runs ahead must not hold a place at the end of the conversation for ever.
       v_sent timestamptz := least(p_sent_at, clock_timestamp() + interval '1 day');
       v_unread int := case when p_from_me then 0 else 1 end;
       v_ack smallint := case when p_from_me then 1 else 0 end;
       t tickets.ticket;
       m tickets.message;
     begin
       select x.* into m from tickets.message x
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
       if not found then
         v_contact := contacts.identify(p_channel, p_scope, p_kind, p_value, p_name, p_number, p_picture);
         if p_from_me then m := tickets.adopt_echo(p_connection, v_contact, p_external, p_body); end if;
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
                last_message = case when v_sent >= x.last_at then tickets.preview(p_body, p_media ->> 'name') else x.last_message end,
                last_message_type = case when v_sent >= x.last_at then coalesce(p_media ->> 'type', 'text') else x.last_message_type end,
                last_message_ack = case when v_sent < x.last_at then x.last_message_ack when p_from_me then 1 end,
                last_message_id = case when v_sent >= x.last_at then m.id else x.last_message_id end
          where x.company_id = v_company and x.contact_id = v_contact and x.whatsapp_id = p_connection and x.status in ('open', 'pending')
         returning * into t;
         exit when found;
         if attempt = 1 then
           perform tickets.take_turn(v_contact, p_connection);
           -- Whoever had the turn before may have started the conversation.
           perform 1 from tickets.ticket x where x.company_id = v_company and x.contact_id = v_contact
             and x.whatsapp_id = p_connection and x.status in ('open', 'pending');
           if not found then
             select b.p_action into v_action from tickets.begin_conversation(v_contact, p_connection, p_kind = 'group') b;
           end if;
         end if;
       end loop;
       -- Closed between two statements by somebody who did not wait for the turn: the caller tries again.
       if t.id is null then raise exception 'the conversation was closed meanwhile' using errcode = '40001'; end if;

       insert into tickets.message (id, company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, participant, sent_at,
           media_type, media_path, media_name, media_mime, media_size, quoted_id)
       values (m.id, v_company, t.id, p_connection, p_external, p_body, p_from_me, v_ack, p_participant, v_sent,
           p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint,
           case when p_quoted is not null then (select y.id from tickets.message y
             where y.company_id = v_company and y.whatsapp_id = p_connection and y.external_id = p_quoted) end)
       on conflict (company_id, whatsapp_id, external_id) where external_id is not null do nothing
       returning * into m;
       -- Lost against the same message at the same time: everything here is undone, the caller looks up the other.
       if not found then raise exception 'this message is known' using errcode = 'P0C02'; end if;

       if not p_from_me then
         perform kernel.emit('tickets.message.received', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'messageId', m.id));
       end if;
       return query select true, t.id, t.uuid, m.id, v_action, t.queue_id, t.user_id, tickets.show(t, p_masked), tickets.show(m);
     end $$`,

    // Receipts only rise. One for an id nobody knows yet is kept until the provider's answer names it.
    `create function tickets.ack(p_connection int, p_external text, p_ack smallint, p_reason text, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_known boolean;
       m tickets.message;
     begin
       for attempt in 1..2 loop
         update tickets.message x
            set ack = greatest(x.ack, p_ack), failure = case when p_reason is null then null else 'refused' end, failure_reason = p_reason
          where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external and x.from_me
            and case when p_reason is null then x.ack < p_ack else x.ack < 2 and x.failure is null end
         returning x.* into m;
         exit when found;
         perform 1 from tickets.message x
           where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
         if found then return; end if;
         if attempt = 1 then
           perform pg_advisory_xact_lock(hashtextextended('receipt ' || v_company || ' ' || p_connection || ' ' || p_external, 0));
         else
           insert into tickets.early_ack as e (company_id, whatsapp_id, external_id, ack, failure_reason)
           values (v_company, p_connection, p_external, p_ack, p_reason)
           on conflict (company_id, whatsapp_id, external_id)
           do update set ack = greatest(e.ack, excluded.ack), failure_reason = coalesce(e.failure_reason, excluded.failure_reason);
           if random() < 0.01 then
             delete from tickets.early_ack where company_id = v_company and created_at < now() - interval '1 hour';
           end if;
           return;
         end if;
       end loop;
       return query select * from tickets.told(m, p_masked);
     end $$`,

    // A message of ours changed: its ticket's row follows when it is the last one; `ticket` is null when it is not.
    `create function tickets.told(m tickets.message, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language plpgsql as $$
     #variable_conflict use_column
     declare t tickets.ticket;
     begin
       update tickets.ticket x set last_message_ack = m.ack
        where x.company_id = m.company_id and x.id = m.ticket_id and x.last_message_id = m.id returning * into t;
       if found then
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.show(t, p_masked), tickets.show(m);
       else
         return query select x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.show(m) from tickets.ticket x
           where x.company_id = m.company_id and x.id = m.ticket_id;
       end if;
     end $$`,
  ],
};
