import type { Migration } from '@balcao/sdk/server';

/**
 * `MessageView`, of a message `m`, what it answers `q` and its author `u`. A reason is shown where it is one word, a code
 * that browsers have a text for; what a provider said in words of its own may hold anything, and stays here.
 */
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
         m.client_id as "clientId", m.participant, tickets.iso(m.sent_at) as "createdAt"`;

const news = `returns table (ticket_id int, ticket_uuid uuid, message_id bigint, queue_id int, user_id int, ticket json, message json)`;

/** Why a message failed is told to people, and one that was refused after it was taken can be sent again. */
export const failureReason: Migration = {
  name: '0032-failure-reason',
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

    // What the provider took and gave back later goes out as a new message there, under a new id.
    `create or replace function tickets.requeue(p_message bigint, p_connection int, p_masked boolean) ${news} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       for m in
         select x.* from tickets.message x
          where x.company_id = v_company and x.failure is not null and not x.is_deleted
            and case when p_message is not null then x.id = p_message and x.ack < 2
                  else x.whatsapp_id = p_connection and x.failure = 'disconnected' and x.ack = 0 and x.external_id is null end
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
  ],
};
