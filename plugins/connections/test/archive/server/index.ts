import { definePlugin } from '@balcao/sdk/server';
import {
  channelAdapter,
  connectionIntegrations,
  connections,
  connectionTokenIssuer,
} from '@balcao/connections/contract';
import manifest from '../manifest.ts';
import { shelf } from '../shelf.ts';

const issued = new Set<number>();

export default definePlugin(manifest, {
  setup(host) {
    host.contribute(connectionIntegrations, {
      id: 'archive',
      list: async () => [{ id: 7, name: 'Arquivo geral' }],
    });
    host.contribute(connectionTokenIssuer, {
      id: 'archive',
      async issue(connectionId) {
        issued.add(connectionId);
        return `token-of-${connectionId}`;
      },
      has: async (ids) => new Set(ids.filter((id) => issued.has(id))),
    });
    host.contribute(channelAdapter, {
      id: 'archive',
      capabilities: { media: {}, qr: true, once: true, groups: true },
      identityKind: 'phone',
      identityScope: () => '',
      async connect({ id }, scope, { fresh }) {
        shelf.calls.push(fresh ? 'pair' : 'connect');
        const change = fresh
          ? ({ status: 'qrcode', qrcode: `code-${id}` } as const)
          : ({ status: 'CONNECTED' } as const);
        await scope.use(connections).setStatus(id, change);
      },
      disconnect: async () => void shelf.calls.push('disconnect'),
      async forget() {
        shelf.calls.push('forget');
        await shelf.forgets();
      },
      send: async ({ id }) => ({ externalId: `out-${id}` }),
      async *importHistory(wanted) {
        shelf.wanted.push(wanted);
        for (const batch of shelf.batches) {
          if (batch === 'breaks') throw new Error('the network is gone');
          yield batch;
        }
      },
    });
  },
});
