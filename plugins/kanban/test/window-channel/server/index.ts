import { point } from '@balcao/sdk/contract';
import { definePlugin } from '@balcao/sdk/server';
import manifest from '../manifest.ts';

/** The point by which plugins add channels. */
const channelAdapter = point<object>('channels.adapter');

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(channelAdapter, {
      id: 'day',
      capabilities: { media: {}, windowHours: 24 },
      identityKind: 'phone',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      send: async ({ id }: { id: number }) => ({ externalId: `day-${id}` }),
    });
  },
});
