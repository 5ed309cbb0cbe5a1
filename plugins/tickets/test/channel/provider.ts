import type { ChannelFailure, OutboundMessage } from '@balcao/connections/contract';

/** The provider behind the test channel. */
export interface Provider {
  /** Everything it accepted, in order. */
  accepted: (OutboundMessage & { connectionId: number })[];
  /**
   * Its next refusals, by the message's text (for a change: its emoji, its text or the message's id); absent: it
   * accepts.
   */
  refusals: Map<string, { failure: ChannelFailure; times: number; reason?: string }>;
  /** Changes that it accepted, in order. */
  changes: { externalId: string; reaction?: string; body?: string; revoked?: true }[];
  read: string[][];
  presence: string[];
  /** Numbers that do not exist. */
  unknown: Set<string>;
}

const key = Symbol.for('balcao.test-channel');
type Shared = typeof globalThis & { [key]?: Provider };

/** One per process, whichever way the module is loaded. */
export const provider: Provider = ((globalThis as Shared)[key] ??= {
  accepted: [],
  refusals: new Map(),
  changes: [],
  read: [],
  presence: [],
  unknown: new Set(),
});

/** Clears received calls: another installation counts its messages from 1 again. */
export const forgetCalls = (): void => {
  for (const calls of [provider.accepted, provider.changes, provider.read, provider.presence]) calls.length = 0;
  provider.refusals.clear();
  provider.unknown.clear();
};
