import type { Migration } from '@balcao/sdk/server';

/** What the company says: stored first, handed to the channel after. */
export const send: Migration = {
  name: '0005-send',
  sql: [
    // Answers no row when the ticket is closed or missing. The ticket's row lock, held to the commit, is what keeps the
    // outbox in the order of the conversation. A repeat of p_client answers the message that is there already.
    `create function tickets.enqueue(p_ticket int, p_user int, p_body text, p_media json, p_quoted bigint, p_client text,
         p_internal boolean, p_masked boolean)
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
           -- Our clock and the provider's differ: an answer stands after what it answers.
           update tickets.ticket x
              set last_at = greatest(clock_timestamp(), x.last_at + interval '1 microsecond'), updated_at = clock_timestamp(),
                  last_message = tickets.preview(p_body, p_media ->> 'name'), last_message_type = coalesce(p_media ->> 'type', 'text'),
                  last_message_ack = 0, last_message_id = v_id
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
         -- The same message at the same time: everything here is undone, the caller asks again and finds the other.
         if not found then raise exception 'this message is known' using errcode = 'P0C02'; end if;
         if not p_internal then
           perform kernel.emit('tickets.message.queued', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id, 'messageId', m.id));
         end if;
         return query select true, t.id, t.uuid, m.id, t.queue_id, t.user_id,
           case when not p_internal then tickets.show(t, p_masked) end, tickets.show(m);
       else
         return query select false, x.id, x.uuid, m.id, x.queue_id, x.user_id, null::json, tickets.show(m)
           from tickets.ticket x where x.company_id = v_company and x.id = m.ticket_id;
       end if;
     end $$`,

    // The provider took it: its id counts from now on, with the receipts that came before this answer.
    `create function tickets.mark_sent(p_message bigint, p_external text, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_connection int;
       v_ack smallint;
       v_reason text;
       m tickets.message;
     begin
       select x.whatsapp_id into v_connection from tickets.message x where x.company_id = v_company and x.id = p_message;
       perform pg_advisory_xact_lock(hashtextextended('receipt ' || v_company || ' ' || v_connection || ' ' || p_external, 0));
       delete from tickets.early_ack e where e.company_id = v_company and e.whatsapp_id = v_connection and e.external_id = p_external
         returning e.ack, e.failure_reason into v_ack, v_reason;
       -- An echo that could not be told from a message of the telephone was stored as one: this is it.
       delete from tickets.message x where x.company_id = v_company and x.whatsapp_id = v_connection and x.external_id = p_external
         and x.from_me and x.id <> p_message;
       update tickets.message x
          set external_id = p_external, ack = greatest(x.ack, 1, v_ack), failure = case when v_reason is not null then 'refused' end,
              failure_reason = v_reason
        where x.company_id = v_company and x.id = p_message
       returning x.* into m;
       if found then return query select * from tickets.told(m, p_masked); end if;
     end $$`,

    `create function tickets.mark_failed(p_message bigint, p_failure text, p_reason text, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language plpgsql as $$
     declare m tickets.message;
     begin
       update tickets.message x set failure = p_failure, failure_reason = left(p_reason, 500)
        where x.company_id = kernel.current_company() and x.id = p_message and x.ack = 0 and x.external_id is null
       returning x.* into m;
       if found then return query select * from tickets.told(m, p_masked); end if;
     end $$`,

    // Back into the queue, oldest first: one failed message, or all that waited for a connection.
    `create function tickets.requeue(p_message bigint, p_connection int, p_masked boolean)
       returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json) language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       for m in
         select x.* from tickets.message x
          where x.company_id = v_company and x.failure is not null and x.ack = 0 and x.external_id is null and not x.is_deleted
            and case when p_message is not null then x.id = p_message else x.whatsapp_id = p_connection and x.failure = 'disconnected' end
          order by x.sent_at, x.id for update
       loop
         update tickets.message x set failure = null, failure_reason = null, queued_at = clock_timestamp()
          where x.company_id = v_company and x.id = m.id returning x.* into m;
         perform kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id,
           jsonb_build_object('ticketId', m.ticket_id, 'messageId', m.id));
         return query select * from tickets.told(m, p_masked);
       end loop;
     end $$`,
  ],
};
