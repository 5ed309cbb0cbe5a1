import type { ChannelAdapter } from '../contract.ts';

/** Refuses an adapter with missing functions. */
export const checkAdapter = (adapter: ChannelAdapter): void => {
  if (!adapter.id) throw new Error('a channel adapter needs an id');
  for (const name of ['connect', 'disconnect', 'send', 'identityScope'] as const) {
    if (typeof adapter[name] !== 'function') throw new Error(`channel adapter ${adapter.id} has no ${name}()`);
  }
  if (typeof adapter.capabilities !== 'object')
    throw new Error(`channel adapter ${adapter.id} declares no capabilities`);
};
