import type { ChannelFailure, HistoryBatch, HistoryPeriod } from '@balcao/connections/contract';

/** The state of the network behind the archive channel, and the calls it received. */
export interface Shelf {
  batches: (HistoryBatch | 'breaks')[];
  wanted: HistoryPeriod[];
  /** Imports that ended. */
  ended: number;
  /** Calls of the adapter, in order. */
  calls: string[];
  /** Runs before each batch. */
  beforeBatch: () => Promise<void>;
  /** Runs when a deleted connection is released. */
  release: () => Promise<void>;
  /** Messages that are refused, by their text. */
  refuses: Map<string, { failure: ChannelFailure; reason: string }>;
  /** The connections on which numbers were looked up, in order. */
  lookups: number[];
  /** The shelf of each queue. */
  shelves: Map<number, number>;
  /** The channel’s own field of each connection. */
  addresses: Map<number, string>;
}

const key = Symbol.for('balcao.test-archive');
type Shared = typeof globalThis & { [key]?: Shelf };

/** One object per process, however often the module is loaded. */
export const shelf: Shelf = ((globalThis as Shared)[key] ??= {
  batches: [],
  wanted: [],
  ended: 0,
  calls: [],
  beforeBatch: async () => undefined,
  release: async () => undefined,
  refuses: new Map(),
  lookups: [],
  shelves: new Map(),
  addresses: new Map(),
});
