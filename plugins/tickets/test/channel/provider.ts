import type { ChannelFailure, OutboundMessage } from '@balcao/connections/contract';

/** The provider at the other end of the test channel. */
export interface Provider {
  /** Everything it took, in order. */
  taken: (OutboundMessage & { connectionId: number })[];
  /** What it answers next, by the message's text (of a change: its emoji or text, or the message's id); absent: it takes it. */
  refuses: Map<string, { failure: ChannelFailure; times: number; reason?: string }>;
  /** What it took of changes, in order. */
  changes: { externalId: string; reaction?: string; body?: string; revoked?: true }[];
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
  changes: [],
  read: [],
  presence: [],
  unknown: new Set(),
});

/** As if nobody had called yet: another installation counts its messages from 1 again. */
export const forgetCalls = (): void => {
  for (const calls of [provider.taken, provider.changes, provider.read, provider.presence]) calls.length = 0;
  provider.refuses.clear();
  provider.unknown.clear();
};
