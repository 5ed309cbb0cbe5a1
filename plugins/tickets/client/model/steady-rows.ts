import type { TicketView } from '../../contract.ts';

export interface SteadyRows {
  rows: readonly TicketView[];
  /** Rows that have left the list. */
  gone: ReadonlySet<number>;
  /** Number of rows that came in, or moved up, and are not shown yet. */
  held: number;
}

/**
 * Computes the rows while the pointer is over the list: visible rows stay where they are, updated in place, because a
 * click means the row that was read. Rows after all of them are added; others wait.
 */
export function steadyRows(shown: readonly TicketView[], now: readonly TicketView[]): SteadyRows {
  const current = new Map(now.map((ticket) => [ticket.id, ticket]));
  const known = new Set(shown.map(({ id }) => id));
  const lastKnown = now.findLastIndex(({ id }) => known.has(id));
  const after = now.slice(lastKnown + 1);
  const gone = new Set(shown.filter(({ id }) => !current.has(id)).map(({ id }) => id));
  const rows = [...shown.map((ticket) => current.get(ticket.id) ?? ticket), ...after];
  const fresh = now.slice(0, lastKnown + 1).filter(({ id }) => !known.has(id)).length;
  return { rows, gone, held: fresh };
}
