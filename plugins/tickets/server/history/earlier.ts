import { sql } from '@balcao/sdk/server';
import { readerOf, type SignedIn } from '../reader.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';
import type { EarlierTicket } from './earlier-ticket.ts';

const perPage = 20;

/**
 * Returns the earlier conversations of a contact. All are listed, because knowing who served the customer helps;
 * messages are shown only to those who may open the conversation. Read in the order of the index `ticket_contact`, so
 * that a page reads only its rows.
 */
export const earlierOf = async (
  scope: SignedIn,
  ticket: TicketRow,
  pageNumber: number,
): Promise<{ tickets: EarlierTicket[]; hasMore: boolean }> => {
  const { id: me, seesAll, anyQueue } = readerOf(scope);
  const found = await scope.sql.rows<EarlierTicket>(sql`
    select e.id, e.uuid, e.status, e.created_at as "createdAt", e.closed_at as "closedAt", w.name as connection,
           case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
           case when e.may_open then e.last_message else '' end as "lastMessage", e.may_open as "mayOpen"
      from (select t.*, t.owner_key = ${me}
                     or (${anyQueue} or t.queue_key = 0 or exists (
                           select 1 from queues.public_member m where m.queue_id = t.queue_id and m.user_id = ${me}))
                    and (${seesAll} or t.owner_key = 0) as may_open
              from tickets.ticket t where t.contact_id = ${ticket.contactId} and t.id <> ${ticket.id} and t.status <> 'unlisted'
             order by t.closed_at desc, t.id desc
             limit ${perPage + 1} offset ${(pageNumber - 1) * perPage}) e
      left join queues.public_queue q on q.company_id = e.company_id and q.id = e.queue_id
      left join kernel."user" u on u.company_id = e.company_id and u.id = e.owner_key
      left join connections.public_connection w on w.company_id = e.company_id and w.id = e.whatsapp_id
     order by e.closed_at desc, e.id desc`);
  return { tickets: found.slice(0, perPage), hasMore: found.length > perPage };
};
