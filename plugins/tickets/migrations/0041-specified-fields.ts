import type { Migration } from '@balcao/sdk/server';

const joins = `
         join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
         left join queues.queue q on q.company_id = t.company_id and q.id = t.queue_id
         left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
         left join connections.connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
         cross join lateral (select t.contact_id as id, contacts.visible(c.name, c.number, p_masked) as name,
           contacts.visible(c.number, c.number, p_masked) as number, c.profile_pic_url as "profilePicUrl", c.email) contact
         cross join lateral (select t.queue_id as id, q.name, q.color) queue
         cross join lateral (select t.user_id as id, u.name) attendant
         cross join lateral (select coalesce(t.whatsapp_id, 0) as id, coalesce(w.name, '') as name,
           coalesce(w.status, 'DISCONNECTED') as status) whatsapp`;
/** As in 0036, and whether the menu of departments has the conversation. No flow and no summary is made yet: null. */
const ticket = `t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages", t.last_message as "lastMessage",
           t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId", t.contact_id as "contactId",
           contact, case when q.id is not null then queue end as queue, case when u.id is not null then attendant end as "user",
           whatsapp, t.automatic_by is not null as "isAutomaticService",
           case when t.waiting_since is not null then tickets.iso(t.waiting_since) end as "waitingSince", t.unsent as "unsentMessages",
           t.automatic_by is not distinct from 'menu' as chatbot, null as flow, null as summary`;

/** As in 0040, and where and by whom it was said. */
const message = `m.id, m.ticket_id as "ticketId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe",
         m.ack, m.failure, case when m.failure_reason ~ '^[a-z0-9][a-z0-9_-]{0,63}$' then m.failure_reason end as "failureReason",
         case when not m.is_deleted then '/public/' || m.media_path end as "mediaUrl",
         case when not m.is_deleted then m.media_type end as "mediaType",
         case when not m.is_deleted then m.media_name end as "mediaName",
         case when not m.is_deleted then m.media_size end as "mediaSize",
         case when not m.is_deleted then m.media_mime end as "mediaMime",
         case when q.id is not null then
           json_build_object('id', q.id, 'body', case when q.is_deleted then '' else q.body end, 'fromMe', q.from_me,
             'mediaType', case when not q.is_deleted then q.media_type end) end as "quotedMsg",
         case when m.data is not null and not m.is_deleted then tickets.data_json(m.data, p_masked) end as "dataJson",
         case when m.is_deleted or m.reactions = '{}' then '[]' else tickets.reactions_json(m.reactions) end as "messageReact",
         m.is_deleted as "isDeleted", case when m.edited_at is not null then tickets.iso(m.edited_at) end as "editedAt",
         m.only_internal as "onlyInternal", m.is_forwarded as "isForwarded",
         case when u.id is not null then json_build_object('id', m.user_id, 'name', u.name) end as "user",
         m.client_id as "clientId", tickets.author_json(m.participant, p_masked) as participant,
         tickets.iso(m.sent_at) as "createdAt",
         floor(extract(epoch from m.sent_at) * 1000)::bigint as "timestamp", t.queue_id as "queueId",
         case when not m.from_me then sender end as contact, null as summary`;

/** A message's conversation and who of the customers wrote it: the contact, also of a group as a whole. */
const around = (company: string): string => `
           join tickets.ticket t on t.company_id = ${company} and t.id = m.ticket_id
           join contacts.contact c on c.company_id = ${company} and c.id = t.contact_id
           cross join lateral (select c.id, contacts.visible(c.name, c.number, p_masked) as name,
             c.profile_pic_url as "profilePicUrl") sender`;

/** The fields of conversations and messages that the specification names besides: other clients read them. */
export const specifiedFields: Migration = {
  name: '0041-specified-fields',
  sql: [
    `create or replace function tickets.show(t tickets.ticket, masked boolean) returns json language plpgsql stable as $$
     declare p_masked boolean := masked;
     begin
       return (select to_json(x) from (
         select ${ticket}, '[]'::json as tags, '{}'::json as extra from (select 1) one ${joins}) x);
     end $$`,
    // A function, because planning these joins costs more than running them, and a function's plan is kept.
    `create or replace function tickets.list_json(p_ids int[], p_masked boolean, p_tags json[] default null, p_extra json[] default null)
       returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select '[' || coalesce(string_agg(to_json(v)::text, ',' order by p.place), '') || ']'
         from unnest(p_ids, p_tags, p_extra) with ordinality p (id, tags, extra, place)
         join tickets.ticket t on t.company_id = v_company and t.id = p.id
         join contacts.contact c on c.company_id = v_company and c.id = t.contact_id
         left join queues.queue q on q.company_id = v_company and q.id = t.queue_id
         left join kernel."user" u on u.company_id = v_company and u.id = t.user_id
         left join connections.connection w on w.company_id = v_company and w.id = t.whatsapp_id
         cross join lateral (select t.contact_id as id, contacts.visible(c.name, c.number, p_masked) as name,
           contacts.visible(c.number, c.number, p_masked) as number, c.profile_pic_url as "profilePicUrl", c.email) contact
         cross join lateral (select t.queue_id as id, q.name, q.color) queue
         cross join lateral (select t.user_id as id, u.name) attendant
         cross join lateral (select coalesce(t.whatsapp_id, 0) as id, coalesce(w.name, '') as name,
           coalesce(w.status, 'DISCONNECTED') as status) whatsapp
         cross join lateral (select t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages",
           t.last_message as "lastMessage", t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId",
           t.contact_id as "contactId", contact, case when q.id is not null then queue end as queue,
           case when u.id is not null then attendant end as "user", whatsapp,
           t.automatic_by is not null as "isAutomaticService",
           case when t.waiting_since is not null then tickets.iso(t.waiting_since) end as "waitingSince", t.unsent as "unsentMessages",
           t.automatic_by is not distinct from 'menu' as chatbot, null as flow, null as summary,
           coalesce(p.tags, '[]') as tags, coalesce(p.extra, '{}') as extra) v);
     end $$`,
    `create or replace function tickets.messages_json(p_ids bigint[], p_masked boolean) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(x), '[]')::text from (
         select ${message}
           from unnest(p_ids) p (id)
           join tickets.message m on m.company_id = v_company and m.id = p.id${around('v_company')}
           left join tickets.message q on q.company_id = v_company and q.id = m.quoted_id
           left join kernel."user" u on u.company_id = v_company and u.id = m.user_id
          order by m.sent_at, m.id) x);
     end $$`,
    `create or replace function tickets.show(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select to_json(x) from (
         select ${message}
           from (select 1) one${around('m.company_id')}
           left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
           left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id) x $$`,
  ],
};
