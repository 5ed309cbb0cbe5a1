import type { OutboundMessage } from '@balcao/connections/contract';

/** Messages and typing events that the providers of the test channels received. */
export interface WitnessProvider {
  taken: OutboundMessage[];
  presence: string[];
  /** Numbers whose window is closed for the provider, whatever the server computed. */
  closed: Set<string>;
}

const key = Symbol.for('balcao.composer-witness');
type Shared = typeof globalThis & { [key]?: WitnessProvider };

/** One per process, whichever way the module is loaded. */
export const provider: WitnessProvider = ((globalThis as Shared)[key] ??= {
  taken: [],
  presence: [],
  closed: new Set(),
});
