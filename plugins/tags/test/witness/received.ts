export interface ReceivedEvent {
  ticketId?: number;
  tagId?: number;
}

const key = Symbol.for('balcao.tags-witness');
type Shared = typeof globalThis & { [key]?: ReceivedEvent[] };

/** One per process, wherever the module is loaded from. */
export const received: ReceivedEvent[] = ((globalThis as Shared)[key] ??= []);
