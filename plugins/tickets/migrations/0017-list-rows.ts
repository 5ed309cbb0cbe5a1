import type { Migration } from '@balcao/sdk/server';

/** Of a ticket `t`: its contact `c`, queue `q`, attendant `u` and connection `w`, and the objects made of them. */
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

/**
 * `TicketView` without what other plugins add. A row that becomes JSON as a whole costs less than one that is built key
 * by key, and a page has forty.
 */
const view = `t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages", t.last_message as "lastMessage",
           t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId", t.contact_id as "contactId",
           contact, case when q.id is not null then queue end as queue, case when u.id is not null then attendant end as "user",
           whatsapp, t.automatic_by is not null as "isAutomaticService"`;

/** The list's rows one by one, so that what other plugins add joins them in the same question. */
export const listRows: Migration = {
  name: '0017-list-rows',
  sql: [
    `create or replace function tickets.show(t tickets.ticket, masked boolean) returns json language plpgsql stable as $$
     declare p_masked boolean := masked;
     begin
       return (select to_json(x) from (
         select ${view}, '[]'::json as tags, '{}'::json as extra from (select 1) one ${joins}) x);
     end $$`,
    // A function, because planning these joins costs more than running them, and a function's plan is kept.
    `create function tickets.list_rows(p_ids int[], p_masked boolean) returns table (place bigint, id int, ticket text)
       language plpgsql stable rows 40 as $$
     #variable_conflict use_column
     declare v_company int := kernel.current_company();
     begin
       return query select x.place, x.id, to_json(x.view)::text from (
         select p.place, t.id, v as view
           from unnest(p_ids) with ordinality p (id, place)
           join tickets.ticket t on t.company_id = v_company and t.id = p.id ${joins}
           cross join lateral (select ${view}) v) x;
     end $$`,
    `create or replace function tickets.list_json(p_ids int[], p_masked boolean) returns text language plpgsql stable as $$
     begin
       return (select '[' || coalesce(string_agg(left(r.ticket, -1) || ',"tags":[],"extra":{}}', ',' order by r.place), '') || ']'
         from tickets.list_rows(p_ids, p_masked) r);
     end $$`,
    `drop function if exists tickets.ticket_json(tickets.ticket, boolean, text, text, text, text, text, text, text, text, text)`,
  ],
};
