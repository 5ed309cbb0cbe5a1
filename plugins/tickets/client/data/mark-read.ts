import type { TicketView } from '../../contract.ts';

/** Interval in milliseconds at which reading is reported to the server during a burst. */
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

/** Conversations on the screen of their attendant, by ticket. */
const readings = new Map<number, Reading>();

/** Marks arriving messages as read from now on; the returned function ends that. `report` reports to the server. */
export function markReadOnArrival(ticketId: number, report: () => void): () => void {
  const reading = new Reading(report);
  readings.set(ticketId, reading);
  return () => {
    if (readings.get(ticketId) === reading) readings.delete(ticketId);
    reading.end();
  };
}

/** Reports unread messages in a conversation that is being read. */
export const markReadNow = (ticketId: number): void => readings.get(ticketId)?.arrived();

/** Returns the ticket as its reader sees it: arriving messages are not unread, even before the server knows. */
export function asRead(ticket: TicketView, me: { id: number }): TicketView {
  const isOthers = ticket.status === 'pending' || (ticket.userId !== null && ticket.userId !== me.id);
  if (ticket.unreadMessages === 0 || isOthers || !readings.has(ticket.id)) return ticket;
  markReadNow(ticket.id);
  return { ...ticket, unreadMessages: 0 };
}
