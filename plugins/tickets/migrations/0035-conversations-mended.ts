import type { Migration } from '@balcao/sdk/server';

/** As in 0032; who wrote in a group may be known by nothing but a number. */
const view = `m.id, m.ticket_id as "ticketId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe",
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
         m.only_internal as "onlyInternal",
         case when u.id is not null then json_build_object('id', m.user_id, 'name', u.name) end as "user",
         m.client_id as "clientId", tickets.author_json(m.participant, p_masked) as participant,
         tickets.iso(m.sent_at) as "createdAt"`;

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/**
 * Numbers are hidden in the names of those who write in groups too, a signed message knows its echo, what waits behind
 * others is tried again with them, and a greeting's file is told from a message's own.
 */
export const conversationsMended: Migration = {
  name: '0035-conversations-mended',
  sql: [
    `create function tickets.author_json(p_name text, p_masked boolean) returns text language sql immutable parallel safe as $$
       select case when p_masked and p_name ~ '^[+0-9 ().-]{6,}$' then contacts.visible(p_name, p_name, true) else p_name end $$`,
    `create or replace function tickets.data_json(p_data jsonb, p_masked boolean) returns jsonb language sql stable parallel safe as $$
       select case when not p_masked or p_data ->> 'kind' is distinct from 'contacts' then p_data
         else jsonb_set(p_data, '{contacts}', (
           select coalesce(jsonb_agg(c || jsonb_build_object('name', tickets.author_json(c ->> 'name', true), 'numbers', (
                    select coalesce(jsonb_agg(contacts.visible(n, n, true)), '[]') from jsonb_array_elements_text(c -> 'numbers') n))), '[]')
             from jsonb_array_elements(p_data -> 'contacts') c)) end $$`,
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

    // As in 0020; and a message that went out with its author's name in front comes back with it.
    `create or replace function tickets.adopt_echo(p_connection int, p_contact int, p_external text, p_body text) returns tickets.message
       language sql volatile as $$
       update tickets.message x set external_id = p_external, ack = greatest(x.ack, 1), failure = null, failure_reason = null
        where x.company_id = kernel.current_company() and x.id = (
                select m.id from tickets.message m
                  join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
                 where t.company_id = kernel.current_company() and t.contact_id = p_contact and t.whatsapp_id = p_connection
                   and m.from_me and m.ack = 0 and not m.only_internal and m.external_id is null
                   and (m.reserved_id = p_external
                        or m.failure is null and not m.is_deleted and m.reserved_id is null
                           and m.sent_at > now() - interval '10 minutes'
                           and (m.body = p_body or m.user_id is not null and m.body <> '' and p_body like '*%:*%'
                                and right(p_body, length(m.body) + 1) = E'\\n' || m.body))
                 order by (m.reserved_id = p_external) desc nulls last, m.sent_at, m.id limit 1 for update of m skip locked)
       returning x.* $$`,

    // As in 0032; and with one that waits for its connection all go that wait in the same conversation, or it would only
    // wait behind them again.
    `create or replace function tickets.requeue(p_message bigint, p_connection int, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_waiting bigint[];
       m tickets.message;
     begin
       if p_message is null then
         v_waiting := array(select x.id from tickets.message x
           where x.company_id = v_company and x.whatsapp_id = p_connection and x.failure = 'disconnected');
       else
         v_waiting := array(select e.id from tickets.message x
           join tickets.message e on e.company_id = x.company_id and e.ticket_id = x.ticket_id and e.from_me and e.ack = 0
             and not e.only_internal and e.failure = 'disconnected'
           where x.company_id = v_company and x.id = p_message and x.failure = 'disconnected' and x.ack = 0);
       end if;
       for m in
         select x.* from tickets.message x
          where x.company_id = v_company and x.id = any (v_waiting || p_message) and x.failure is not null and not x.is_deleted
            and (x.id = p_message and x.ack < 2 or x.failure = 'disconnected' and x.ack = 0 and x.external_id is null)
          order by x.sent_at, x.id for update
       loop
         update tickets.message x
            set failure = null, failure_reason = null, ack = 0, external_id = null,
                reserved_id = case when m.external_id is null then m.reserved_id end,
                queued_at = clock_timestamp(), handed_at = null, turn_at = null
          where x.company_id = v_company and x.id = m.id returning x.* into m;
         perform kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id,
           jsonb_build_object('ticketId', m.ticket_id, 'messageId', m.id));
         return query select * from tickets.told(m, p_masked);
       end loop;
     end $$`,

    // What the company says by itself, which may be the same file in many conversations.
    `create index message_file_said on tickets.message (company_id, media_path)
       where media_path is not null and user_id is null and queued_at is not null`,
  ],
};
