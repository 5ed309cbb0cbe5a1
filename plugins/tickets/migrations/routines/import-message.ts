import type { Routine } from '@balcao/sdk/server';

/**
 * Imports a message from before the connection was added, at the time it was written: into the running conversation,
 * else the last one, else one of its own. No event is emitted. False: it was known.
 */
export const importMessage: Routine = {
  name: 'import-message',
  sql: [
    `create or replace function tickets.import_message(p_connection int, p_external text, p_channel text, p_scope text, p_kind text, p_value text,
         p_name text, p_number text, p_body text, p_sent_at timestamptz, p_from_me boolean, p_media json,
         p_quoted text, p_participant text, p_data jsonb)
       returns boolean language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_contact int;
       v_queue int;
       v_id bigint;
       t tickets.ticket;
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       perform 1 from tickets.message x where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
       if found then return false; end if;
       v_contact := contacts.identify(p_channel, p_scope, p_kind, p_value, p_name, p_number, null);
       perform tickets.take_turn(v_contact, p_connection);
       select x.* into t from tickets.ticket x
        where x.company_id = v_company and x.contact_id = v_contact and x.whatsapp_id = p_connection
        order by x.status = 'closed', x.closed_at desc, x.id desc limit 1 for update;
       if not found then
         select c.entry_queue_id into v_queue from connections.public_connection c where c.company_id = v_company and c.id = p_connection;
         if not found then raise exception 'ERR_NO_WAPP_FOUND' using errcode = 'P0T01'; end if;
         insert into tickets.ticket (company_id, status, contact_id, whatsapp_id, channel, queue_id, is_group, last_at, routing, is_imported,
             created_at)
         values (v_company, 'pending', v_contact, p_connection, p_channel, v_queue, p_kind = 'group', '-infinity', 'done', true, p_sent_at)
         returning * into t;
         insert into tickets.log (company_id, ticket_id, type, queue_id) values (v_company, t.id, 'create', t.queue_id);
       end if;
       v_id := nextval('tickets.message_id_seq');
       insert into tickets.message (id, company_id, ticket_id, whatsapp_id, external_id, body, from_me, ack, participant, sent_at, is_imported,
           media_type, media_path, media_name, media_mime, media_size, data, quoted_id)
       values (v_id, v_company, t.id, p_connection, p_external, p_body, p_from_me, case when p_from_me then 3 else 0 end, p_participant,
           p_sent_at, true, p_media ->> 'type', p_media ->> 'path', p_media ->> 'name', p_media ->> 'mime', (p_media ->> 'size')::bigint, p_data,
           case when p_quoted is not null then (select y.id from tickets.message y
             where y.company_id = v_company and y.whatsapp_id = p_connection and y.external_id = p_quoted) end)
       returning * into m;
       if p_sent_at >= t.last_at then
         update tickets.ticket x
            set last_at = p_sent_at, updated_at = case when x.is_imported then p_sent_at else x.updated_at end,
                last_message = tickets.preview(p_body, p_media ->> 'name'), last_message_type = tickets.kind_of(m),
                last_message_ack = case when p_from_me then 3 end, last_message_id = v_id,
                waiting_since = case when not p_from_me and x.status <> 'closed' then coalesce(x.waiting_since, p_sent_at) end
          where x.company_id = v_company and x.id = t.id;
       end if;
       return true;
     end $$`,
  ],
};
