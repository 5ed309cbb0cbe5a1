import type { TicketView } from '../../contract.ts';
import type { ListFilters } from '../model/list-filters.ts';

/** The person that live updates are for. `queues`: the person's own, where the session includes them. */
export interface Me {
  id: number;
  queues?: unknown;
}

/** True when it waits in a queue of others: seen by whoever moved it there, or by those who see everybody's. */
export const waitsInOtherQueue = ({ status, queueId }: TicketView, { queues }: Me): boolean =>
  status === 'pending' &&
  queueId !== null &&
  Array.isArray(queues) &&
  !queues.some((queue: { id: number }) => queue.id === queueId);

/**
 * True when only the server can decide whether a ticket is in the list: who owns a closed one without attendant, and
 * what else of another queue belongs to this person.
 */
export const isUnclear = (ticket: TicketView, { status, showAll, userIds }: ListFilters, me: Me): boolean =>
  ticket.status === status &&
  !(showAll && userIds.length === 0) &&
  ((ticket.status === 'closed' && ticket.userId === null) || waitsInOtherQueue(ticket, me));
