import type { Routine } from '@balcao/sdk/server';

/**
 * Returns list rows as JSON of `TicketView[]`, in the order of the ids. A function, because planning these joins costs
 * more than running them, and the plan of a function is cached.
 */
export const listJson: Routine = {
  name: 'list-json',
  sql: [
    `create or replace function tickets.list_json(p_ids int[], p_masked boolean, p_tags json[] default null, p_extra json[] default null)
       returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select '[' || coalesce(string_agg(to_json(v)::text, ',' order by p.place), '') || ']'
         from unnest(p_ids, p_tags, p_extra) with ordinality p (id, tags, extra, place)
         join tickets.ticket t on t.company_id = v_company and t.id = p.id
         join contacts.public_contact c on c.company_id = v_company and c.id = t.contact_id
         left join queues.public_queue q on q.company_id = v_company and q.id = t.queue_id
         left join kernel."user" u on u.company_id = v_company and u.id = t.user_id
         left join connections.public_connection w on w.company_id = v_company and w.id = t.whatsapp_id
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
           t.automatic_by is not distinct from 'menu' as chatbot, p.extra -> 'flow' as flow, p.extra ->> 'summary' as summary,
           coalesce(p.tags, '[]') as tags, coalesce(p.extra, '{}') as extra) v);
     end $$`,
  ],
};
