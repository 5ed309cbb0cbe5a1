import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';

/** What notices say of a conversation, and whom they concern. */
export interface About {
  id: number;
  uuid: string;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  queue: string | null;
  contact: string;
  lastMessage: string;
  /** Nobody need come: the company answers by itself. */
  isAnswered: boolean;
  /** The customer has said nothing in it yet: nobody waits for an answer. */
  isOurs: boolean;
  /** Which department it belongs to is not settled yet. */
  isRouted: boolean;
}

export const aboutTicket = (scope: Scope, ticketId: number): Promise<About | undefined> =>
  scope.sql.one<About>(
    sql`select t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", q.name as queue, c.name as contact,
               t.last_message as "lastMessage", t.automatic_by is not null as "isAnswered",
               not exists (select 1 from tickets.message m where m.ticket_id = t.id and not m.from_me) as "isOurs",
               t.routing = 'done' as "isRouted"
          from tickets.ticket t
          join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
          left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
         where t.id = ${ticketId}`,
  );

/** Tells notices of one conversation from those of others: the newest stands for all. */
export const tagOf = (ticketId: number): string => `ticket:${ticketId}`;

export const pathOf = ({ uuid, status }: Pick<About, 'uuid' | 'status'>): string =>
  `/tickets/${uuid}${status === 'open' ? '' : `?status=${status}`}`;

/** A whole company that works without departments; past this it is no notice any more but noise. */
const maxPeople = 200;

/** Those who see it among the waiting ones: people of its queue, or everybody while it has none. */
export const waitedFor = async (scope: Scope, queueId: number | null): Promise<number[]> => {
  const people = await scope.sql.rows<{ id: number }>(
    queueId === null
      ? sql`select u.id from kernel."user" u order by u.online desc, u.id limit ${maxPeople}`
      : sql`select m.user_id as id from queues.public_member m where m.queue_id = ${queueId} limit ${maxPeople}`,
  );
  return people.map(({ id }) => id);
};
