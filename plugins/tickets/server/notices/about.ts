import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';

/** Data of a conversation for notices, and the people concerned. */
export interface About {
  id: number;
  uuid: string;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  queue: string | null;
  contact: string;
  lastMessage: string;
  /** Automatic service is on: no person is needed. */
  isAutomatic: boolean;
  /** The customer has not written in it yet: nobody waits for an answer. */
  isBegunByCompany: boolean;
  /** Its routing is not settled yet. */
  isRouted: boolean;
}

export const aboutTicket = (scope: Scope, ticketId: number): Promise<About | undefined> =>
  scope.sql.one<About>(
    sql`select t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", q.name as queue, c.name as contact,
               t.last_message as "lastMessage", t.automatic_by is not null as "isAutomatic",
               not exists (select 1 from tickets.message m where m.ticket_id = t.id and not m.from_me) as "isBegunByCompany",
               t.routing = 'done' as "isRouted"
          from tickets.ticket t
          join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
          left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
         where t.id = ${ticketId}`,
  );

/** Returns the tag of a conversation's notices: a newer one replaces the others. */
export const tagOf = (ticketId: number): string => `ticket:${ticketId}`;

export const pathOf = ({ uuid, status }: Pick<About, 'uuid' | 'status'>): string =>
  `/tickets/${uuid}${status === 'open' ? '' : `?status=${status}`}`;

/** Maximum number of people notified, for a company without queues; more would be noise. */
const maxPeople = 200;

/** Returns the people who see it among the waiting ones: the members of its queue, or everybody while it has none. */
export const waitingPeople = async (scope: Scope, queueId: number | null): Promise<number[]> => {
  const people = await scope.sql.rows<{ id: number }>(
    queueId === null
      ? sql`select u.id from kernel."user" u order by u.online desc, u.id limit ${maxPeople}`
      : sql`select m.user_id as id from queues.public_member m where m.queue_id = ${queueId} limit ${maxPeople}`,
  );
  return people.map(({ id }) => id);
};
