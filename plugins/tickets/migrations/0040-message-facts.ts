import type { Migration } from '@balcao/sdk/server';

/** As in 0035, and whether it was said to somebody else before. */
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
         m.only_internal as "onlyInternal", m.is_forwarded as "isForwarded",
         case when u.id is not null then json_build_object('id', m.user_id, 'name', u.name) end as "user",
         m.client_id as "clientId", tickets.author_json(m.participant, p_masked) as participant,
         tickets.iso(m.sent_at) as "createdAt"`;

/** What was passed on says so, and a message tells when it was taken, delivered and read. */
export const messageFacts: Migration = {
  name: '0040-message-facts',
  sql: [
    `alter table tickets.message add column is_forwarded boolean not null default false,
       add column taken_at timestamptz, add column delivered_at timestamptz, add column read_at timestamptz`,
    // With the receipt itself, whoever brings it: the row is written once all the same. A receipt that skipped one says both.
    `create function tickets.note_ack() returns trigger language plpgsql as $$
     begin
       new.taken_at := coalesce(new.taken_at, clock_timestamp());
       if new.ack >= 2 then new.delivered_at := coalesce(new.delivered_at, clock_timestamp()); end if;
       if new.ack >= 3 then new.read_at := coalesce(new.read_at, clock_timestamp()); end if;
       return new;
     end $$`,
    `create trigger note_ack before update of ack on tickets.message for each row
       when (new.from_me and not new.only_internal and new.ack > old.ack) execute function tickets.note_ack()`,
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
  ],
};
