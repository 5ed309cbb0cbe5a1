import { definePlugin } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import manifest from '../manifest.ts';

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(channelAdapter, {
      id: 'telephone',
      capabilities: {
        media: { image: 5_000_000, video: 16_000_000, audio: 16_000_000, document: 50_000_000 },
        groups: true,
      },
      identityKind: 'phone',
      identityScope: () => '',
      connect: async () => undefined,
      disconnect: async () => undefined,
      send: async ({ id }, connection) => ({ externalId: `telephone-${connection.id}-${id}` }),
    });
  },
});
