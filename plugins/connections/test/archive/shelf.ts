import type { ChannelFailure, HistoryBatch, HistoryWanted } from '@balcao/connections/contract';

/** What the network behind the archive knows, and what was asked of it. */
export interface Shelf {
  batches: (HistoryBatch | 'breaks')[];
  wanted: HistoryWanted[];
  /** Calls of the adapter, in order. */
  calls: string[];
  /** What letting go of a deleted connection does. */
  forgets: () => Promise<void>;
  /** What is not taken, by its text. */
  refuses: Map<string, { failure: ChannelFailure; reason: string }>;
  /** Which connections a number was looked up on, in order. */
  lookups: number[];
  /** Where the papers of a department stand. */
  shelves: Map<number, number>;
  /** The channel's own field of each connection. */
  addresses: Map<number, string>;
}

const key = Symbol.for('balcao.test-archive');
type Shared = typeof globalThis & { [key]?: Shelf };

/** One a process, wherever the module is loaded from. */
export const shelf: Shelf = ((globalThis as Shared)[key] ??= {
  batches: [],
  wanted: [],
  calls: [],
  forgets: async () => undefined,
  refuses: new Map(),
  lookups: [],
  shelves: new Map(),
  addresses: new Map(),
});
