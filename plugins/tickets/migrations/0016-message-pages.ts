import type { Migration } from '@balcao/sdk/server';

/**
 * `MessageView`, of a message `m`, what it answers `q` and its author `u`. A row that becomes JSON as a whole costs less
 * than half of one that is built key by key, and a page builds forty.
 */
const view = `m.id, m.ticket_id as "ticketId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe",
         m.ack, m.failure,
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
         m.only_internal as "onlyInternal",
         case when u.id is not null then json_build_object('id', m.user_id, 'name', u.name) end as "user",
         m.client_id as "clientId", m.participant, tickets.iso(m.sent_at) as "createdAt"`;

/** More unread than this are not looked through for the first one. */
const mostUnread = 2000;

/** One page of a conversation in one question: whether it may be read, what stands there, and whether there is more. */
export const messagePages: Migration = {
  name: '0016-message-pages',
  sql: [
    `create or replace function tickets.messages_json(p_ids bigint[], p_masked boolean) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(x), '[]')::text from (
         select ${view}
           from unnest(p_ids) p (id)
           join tickets.message m on m.company_id = v_company and m.id = p.id
           left join tickets.message q on q.company_id = v_company and q.id = m.quoted_id
           left join kernel."user" u on u.company_id = v_company and u.id = m.user_id
          order by m.sent_at, m.id) x);
     end $$`,
    `create or replace function tickets.show(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select to_json(x) from (
         select ${view}
           from (select 1) one
           left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
           left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id) x $$`,
    'drop function if exists tickets.message_json(tickets.message, tickets.message, text, boolean)',

    // p_side: 'newest' (p_skip pages back), 'before', 'after' or 'around' p_message. No row: no such ticket. messages is
    // null when it has no such message. A function, because planning these reads costs more than running them, and a
    // function's plans are kept; each side is a statement of its own, so that each reads its part of one index in order.
    `create function tickets.message_page(p_ticket int, p_side text, p_message bigint, p_skip int, p_most int, p_user int, p_masked boolean)
       returns table (queue_id int, owner_key int, in_own_queue boolean, messages text, older boolean, newer boolean, first_unread bigint)
       language plpgsql stable set plan_cache_mode = force_generic_plan as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_unread int;
       v_at timestamptz;
       v_older bigint[] := '{}';
       v_newer bigint[] := '{}';
       v_most_older int := case p_side when 'around' then p_most / 2 when 'after' then 0 else p_most end;
       v_most_newer int := case p_side when 'around' then p_most / 2 - 1 when 'after' then p_most else 0 end;
     begin
       select t.queue_id, t.owner_key, t.unread,
              exists (select from queues.member x where x.company_id = v_company and x.queue_id = t.queue_id and x.user_id = p_user)
         into queue_id, owner_key, v_unread, in_own_queue
         from tickets.ticket t where t.company_id = v_company and t.id = p_ticket;
       if not found then return; end if;
       if p_side = 'newest' then
         v_older := array(select m.id from tickets.message m where m.company_id = v_company and m.ticket_id = p_ticket
           order by m.sent_at desc, m.id desc limit p_most + 1 offset p_skip);
         if p_skip = 0 and v_unread between 1 and ${mostUnread} then
           first_unread := (select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and not m.from_me and not m.only_internal
             order by m.sent_at desc, m.id desc limit 1 offset v_unread - 1);
         end if;
       else
         select m.sent_at into v_at from tickets.message m where m.company_id = v_company and m.id = p_message and m.ticket_id = p_ticket;
         if not found then return next; return; end if;
         if p_side <> 'after' then
           v_older := array(select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and (m.sent_at, m.id) < (v_at, p_message)
             order by m.sent_at desc, m.id desc limit v_most_older + 1);
         end if;
         if p_side <> 'before' then
           v_newer := array(select m.id from tickets.message m
             where m.company_id = v_company and m.ticket_id = p_ticket and (m.sent_at, m.id) > (v_at, p_message)
             order by m.sent_at, m.id limit v_most_newer + 1);
         end if;
       end if;
       older := cardinality(v_older) > v_most_older;
       newer := cardinality(v_newer) > v_most_newer;
       messages := tickets.messages_json(
         v_older[1:v_most_older] || case when p_side = 'around' then p_message end || v_newer[1:v_most_newer], p_masked);
       return next;
     end $$`,
  ],
};
