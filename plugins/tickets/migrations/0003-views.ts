import type { Migration } from '@balcao/sdk/server';

/** The JSON of `TicketView` and `MessageView`, written once: lists, single rows and live messages all read these. */
export const views: Migration = {
  name: '0003-views',
  sql: [
    // As JavaScript writes dates, so that texts of one source sort like those of the other.
    `create function tickets.iso(timestamptz) returns text language sql stable parallel safe as $$
       select to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`,

    `create function tickets.ticket_json(t tickets.ticket, masked boolean, c_name text, c_number text, c_picture text, c_email text,
         q_name text, q_color text, u_name text, w_name text, w_status text) returns json
       language sql stable parallel safe as $$
       select json_build_object(
         'id', t.id, 'uuid', t.uuid, 'status', t.status, 'channel', t.channel, 'unreadMessages', t.unread,
         'lastMessage', t.last_message, 'lastMessageAck', t.last_message_ack, 'lastMessageType', t.last_message_type,
         'updatedAt', tickets.iso(t.updated_at), 'createdAt', tickets.iso(t.created_at), 'isGroup', t.is_group,
         'queueId', t.queue_id, 'userId', t.user_id, 'whatsappId', coalesce(t.whatsapp_id, 0), 'contactId', t.contact_id,
         'contact', json_build_object('id', t.contact_id, 'name', contacts.visible(c_name, c_number, masked),
           'number', contacts.visible(c_number, c_number, masked), 'profilePicUrl', c_picture, 'email', c_email),
         'queue', case when q_name is not null then json_build_object('id', t.queue_id, 'name', q_name, 'color', q_color) end,
         'user', case when u_name is not null then json_build_object('id', t.user_id, 'name', u_name) end,
         'whatsapp', json_build_object('id', coalesce(t.whatsapp_id, 0), 'name', coalesce(w_name, ''), 'status', coalesce(w_status, 'DISCONNECTED')),
         'tags', '[]'::json, 'extra', '{}'::json) $$`,

    `create function tickets.show(t tickets.ticket, masked boolean) returns json language sql stable as $$
       select tickets.ticket_json(t, masked, c.name, c.number, c.profile_pic_url, c.email, q.name, q.color, u.name, w.name, w.status)
         from contacts.contact c
         left join queues.queue q on q.company_id = c.company_id and q.id = t.queue_id
         left join kernel."user" u on u.company_id = c.company_id and u.id = t.user_id
         left join connections.connection w on w.company_id = c.company_id and w.id = t.whatsapp_id
        where c.company_id = t.company_id and c.id = t.contact_id $$`,

    // The rows of a list, in the order of the ids. A function, because planning these joins costs more than running them,
    // and a function's plan is kept.
    `create function tickets.list_json(p_ids int[], p_masked boolean) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(tickets.ticket_json(t, p_masked, c.name, c.number, c.profile_pic_url, c.email,
                   q.name, q.color, u.name, w.name, w.status) order by p.place), '[]')::text
         from unnest(p_ids) with ordinality p (id, place)
         join tickets.ticket t on t.company_id = v_company and t.id = p.id
         join contacts.contact c on c.company_id = v_company and c.id = t.contact_id
         left join queues.queue q on q.company_id = v_company and q.id = t.queue_id
         left join kernel."user" u on u.company_id = v_company and u.id = t.user_id
         left join connections.connection w on w.company_id = v_company and w.id = t.whatsapp_id);
     end $$`,

    `create function tickets.message_json(m tickets.message, q tickets.message, u_name text) returns json
       language sql stable parallel safe as $$
       select json_build_object(
         'id', m.id, 'ticketId', m.ticket_id, 'body', m.body, 'fromMe', m.from_me, 'ack', m.ack, 'failure', m.failure,
         'mediaUrl', '/public/' || m.media_path, 'mediaType', m.media_type, 'mediaName', m.media_name,
         'mediaSize', m.media_size, 'mediaMime', m.media_mime,
         'quotedMsg', case when q.id is not null then
           json_build_object('id', q.id, 'body', q.body, 'fromMe', q.from_me, 'mediaType', q.media_type) end,
         'isDeleted', m.is_deleted, 'onlyInternal', m.only_internal,
         'user', case when u_name is not null then json_build_object('id', m.user_id, 'name', u_name) end,
         'clientId', m.client_id, 'participant', m.participant, 'createdAt', tickets.iso(m.sent_at)) $$`,

    `create function tickets.show(m tickets.message) returns json language sql stable as $$
       select tickets.message_json(m, q, u.name)
         from (select 1) one
         left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
         left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id $$`,

    `create function tickets.messages_json(p_ids bigint[]) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(tickets.message_json(m, q, u.name) order by m.sent_at, m.id), '[]')::text
         from unnest(p_ids) p (id)
         join tickets.message m on m.company_id = v_company and m.id = p.id
         left join tickets.message q on q.company_id = v_company and q.id = m.quoted_id
         left join kernel."user" u on u.company_id = v_company and u.id = m.user_id);
     end $$`,

    // What a list shows of a message in one line; the browser cuts it to the reader's measure.
    `create function tickets.preview(body text, media_name text) returns text language sql immutable parallel safe as $$
       select left(coalesce(nullif(body, ''), media_name, ''), 500) $$`,
  ],
};
