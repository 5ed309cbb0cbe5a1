import type { OutboundMessage } from '@balcao/connections/contract';

/** What the providers of the witness's channels took, and what they were told of the one who writes. */
export interface WitnessProvider {
  taken: OutboundMessage[];
  presence: string[];
  /** Numbers whose time is over, whatever we think. */
  closed: Set<string>;
}

const key = Symbol.for('balcao.composer-witness');
type Shared = typeof globalThis & { [key]?: WitnessProvider };

/** One a process, wherever the module is loaded from. */
export const provider: WitnessProvider = ((globalThis as Shared)[key] ??= {
  taken: [],
  presence: [],
  closed: new Set(),
});
