import type { ChannelFailure, OutboundMessage } from '@balcao/connections/contract';

/** The provider at the other end of the test channel. */
export interface Provider {
  /** Everything it took, in order. */
  taken: (OutboundMessage & { connectionId: number })[];
  /** What it answers next, by the message's text; absent: it takes the message. */
  refuses: Map<string, { failure: ChannelFailure; times: number }>;
  read: string[][];
  presence: string[];
  /** Numbers nobody has. */
  unknown: Set<string>;
}

const key = Symbol.for('balcao.test-channel');
type Shared = typeof globalThis & { [key]?: Provider };

/** One a process, wherever the module is loaded from. */
export const provider: Provider = ((globalThis as Shared)[key] ??= {
  taken: [],
  refuses: new Map(),
  read: [],
  presence: [],
  unknown: new Set(),
});
