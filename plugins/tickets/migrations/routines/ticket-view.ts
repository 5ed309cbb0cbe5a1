import type { Routine } from '@balcao/sdk/server';

/** Columns of `TicketView`, for a conversation `t`. `p_masked` hides numbers. */
export const ticketColumns = `t.id, t.uuid, t.status, t.channel, t.unread as "unreadMessages", t.last_message as "lastMessage",
           t.last_message_ack as "lastMessageAck", t.last_message_type as "lastMessageType",
           tickets.iso(t.updated_at) as "updatedAt", tickets.iso(t.created_at) as "createdAt", t.is_group as "isGroup",
           t.queue_id as "queueId", t.user_id as "userId", coalesce(t.whatsapp_id, 0) as "whatsappId", t.contact_id as "contactId",
           contact, case when q.id is not null then queue end as queue, case when u.id is not null then attendant end as "user",
           whatsapp, t.automatic_by is not null as "isAutomaticService",
           case when t.waiting_since is not null then tickets.iso(t.waiting_since) end as "waitingSince", t.unsent as "unsentMessages",
           t.automatic_by is not distinct from 'menu' as chatbot, null as flow, null as summary, '[]'::json as tags, '{}'::json as extra`;

/** Joins a conversation's contact, queue, attendant and connection. */
export const aroundTicket = `
         join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
         left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
         left join kernel."user" u on u.company_id = t.company_id and u.id = t.user_id
         left join connections.public_connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
         cross join lateral (select t.contact_id as id, contacts.visible(c.name, c.number, p_masked) as name,
           contacts.visible(c.number, c.number, p_masked) as number, c.profile_pic_url as "profilePicUrl", c.email) contact
         cross join lateral (select t.queue_id as id, q.name, q.color) queue
         cross join lateral (select t.user_id as id, u.name) attendant
         cross join lateral (select coalesce(t.whatsapp_id, 0) as id, coalesce(w.name, '') as name,
           coalesce(w.status, 'DISCONNECTED') as status) whatsapp`;

/** Returns a conversation as `TicketView`; with `masked` phone numbers are hidden. */
export const ticketView: Routine = {
  name: 'ticket-view',
  sql: [
    `create or replace function tickets.ticket_view(t tickets.ticket, masked boolean) returns json language plpgsql stable as $$
     declare p_masked boolean := masked;
     begin
       return (select to_json(x) from (
         select ${ticketColumns}
           from (select 1) one${aroundTicket}) x);
     end $$`,
  ],
};
