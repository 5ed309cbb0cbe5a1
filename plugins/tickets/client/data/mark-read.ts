import type { TicketView } from '../../contract.ts';

/** Least time in milliseconds between two reports of reading to the server. */
const reportInterval = 1000;

/** Reports reading at once, and during a burst at intervals, always including the last message. */
class Reading {
  readonly #report: () => void;
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  arrived(): void {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#timer = setTimeout(() => this.#next(), reportInterval);
    this.#report();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isDue) this.#report();
  }

  #next(): void {
    this.#timer = undefined;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.arrived();
  }
}

/** Conversations on the screen of their attendant, by ticket; one may be on the page and in a dialog at once. */
const readings = new Map<number, Set<Reading>>();

/**
 * Notes that a conversation is on the screen of its attendant, until the returned function is called. `report` tells the
 * server that it was read.
 */
export function markReadOnArrival(ticketId: number, report: () => void): () => void {
  const reading = new Reading(report);
  const ofTicket = readings.get(ticketId) ?? new Set();
  readings.set(ticketId, ofTicket.add(reading));
  return () => {
    ofTicket.delete(reading);
    if (ofTicket.size === 0) readings.delete(ticketId);
    // The last messages were seen, too.
    reading.end();
  };
}

/** Tells the server that a conversation was read, if it is on the screen. */
export const markReadNow = (ticketId: number): void => {
  const [reading] = readings.get(ticketId) ?? [];
  reading?.arrived();
};

/**
 * Returns the ticket as its reader sees it: arriving messages are not unread, even before the server knows, which hears
 * of it now. A conversation that waits stays unread until somebody accepts it.
 */
export function asRead(ticket: TicketView, me: { id: number }): TicketView {
  const isNotMine = ticket.status === 'pending' || (ticket.userId !== null && ticket.userId !== me.id);
  if (ticket.unreadMessages === 0 || isNotMine || !readings.has(ticket.id)) return ticket;
  markReadNow(ticket.id);
  return { ...ticket, unreadMessages: 0 };
}
