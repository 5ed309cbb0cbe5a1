export interface Heard {
  ticketId?: number;
  tagId?: number;
}

const key = Symbol.for('balcao.tags-witness');
type Shared = typeof globalThis & { [key]?: Heard[] };

/** One per process, wherever the module is loaded from. */
export const heard: Heard[] = ((globalThis as Shared)[key] ??= []);
