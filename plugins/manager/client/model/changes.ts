import type { TicketRowView } from '@balcao/tickets/contract';

/** The content of the live messages about one conversation since the panel was last redrawn. */
export interface Change {
  ticket?: TicketRowView;
  isGone?: boolean;
  isRead?: boolean;
  isTyping?: boolean;
}

/** A later change on top of an earlier one; a row without tags keeps those of the row before. */
const merged = (earlier: Change | undefined, later: Change): Change => {
  if (later.isGone) return later;
  if (!later.ticket) return { ...earlier, ...later };
  const typing = later.isTyping ?? earlier?.isTyping;
  const tags = later.ticket.tags ?? earlier?.ticket?.tags;
  return {
    ticket: { ...later.ticket, ...(tags && { tags }) },
    ...(typing !== undefined && { isTyping: typing }),
  };
};

/** Changes by conversation: the last of each, so a rush needs no more room than there are conversations. */
export class Changes {
  readonly #of = new Map<number, Change>();

  add(id: number, change: Change): void {
    this.#of.set(id, merged(this.#of.get(id), change));
  }

  get size(): number {
    return this.#of.size;
  }

  /** Returns all, and forgets them. */
  take(): [number, Change][] {
    const all = [...this.#of];
    this.#of.clear();
    return all;
  }
}
