import type { ChannelAdapter } from '../contract.ts';

/** Refuses an adapter that the engine could not call. */
export const checkAdapter = (adapter: ChannelAdapter): void => {
  if (!adapter.id) throw new Error('an adapter needs an id');
  for (const name of ['connect', 'disconnect', 'send', 'identityScope'] as const) {
    if (typeof adapter[name] !== 'function') throw new Error(`${adapter.id} has no ${name}()`);
  }
  if (typeof adapter.capabilities !== 'object')
    throw new Error(`${adapter.id} does not say what it can do (capabilities)`);
};
