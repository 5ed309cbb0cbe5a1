import type { TicketView } from '../../contract.ts';

/** Milliseconds between telling the server that a conversation was read, while it fills. */
const tellsEvery = 1000;

/** Tells at once that it was read, and while more arrives no oftener than every so often; what came last is told of. */
class Reading {
  readonly #tell: () => void;
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  arrived(): void {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#timer = setTimeout(() => this.#next(), tellsEvery);
    this.#tell();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isDue) this.#tell();
  }

  #next(): void {
    this.#timer = undefined;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.arrived();
  }
}

/** Conversations that stand before the eyes of whoever answers them, by their ticket. */
const readings = new Map<number, Reading>();

/** From now on what arrives there is read as it comes; the answer ends that. `tell` tells the server. */
export function readAsItComes(ticketId: number, tell: () => void): () => void {
  const reading = new Reading(tell);
  readings.set(ticketId, reading);
  return () => {
    if (readings.get(ticketId) === reading) readings.delete(ticketId);
    reading.end();
  };
}

/** There is something unread in a conversation that is being read. */
export const readNow = (ticketId: number): void => readings.get(ticketId)?.arrived();

/** As its reader knows it: nothing of what arrives is unread, not even for the moment until the server knows. */
export function asRead(ticket: TicketView, me: { id: number }): TicketView {
  const isOthers = ticket.status === 'pending' || (ticket.userId !== null && ticket.userId !== me.id);
  if (ticket.unreadMessages === 0 || isOthers || !readings.has(ticket.id)) return ticket;
  readNow(ticket.id);
  return { ...ticket, unreadMessages: 0 };
}
