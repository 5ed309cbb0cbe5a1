import type { TicketView } from '../../contract.ts';
import type { ListFilters } from '../model/listFilters.ts';

/** Whose news these are. `queues`: those this person works in, where the session tells. */
export interface Me {
  id: number;
  queues?: unknown;
}

/** It waits in a queue that is not this person's: seen by whoever handed it there, or looks at everybody's. */
export const waitsElsewhere = ({ status, queueId }: TicketView, { queues }: Me): boolean =>
  status === 'pending' &&
  queueId !== null &&
  Array.isArray(queues) &&
  !queues.some((queue: { id: number }) => queue.id === queueId);

/** Only the server knows whose a closed one without attendant is, and what else of another queue is this person's. */
export const isUnclear = (ticket: TicketView, { status, showAll, userIds }: ListFilters, me: Me): boolean =>
  ticket.status === status &&
  !(showAll && userIds.length === 0) &&
  ((ticket.status === 'closed' && ticket.userId === null) || waitsElsewhere(ticket, me));
