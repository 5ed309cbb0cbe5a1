import type { TicketView } from '../../contract.ts';

export interface SteadyRows {
  rows: readonly TicketView[];
  /** Of the rows, those that left the list meanwhile. */
  gone: ReadonlySet<number>;
  /** How many came in, or moved up, and wait to be shown. */
  held: number;
}

/**
 * A list that somebody points at: the rows in sight stay where they are, with what is known of them by now, because
 * whoever clicks means the row they read. What comes after all of them may come; the rest waits.
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
