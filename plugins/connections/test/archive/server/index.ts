import { definePlugin, z } from '@balcao/sdk/server';
import {
  channelAdapter,
  channelError,
  connectionIntegrations,
  connections,
  connectionTokenIssuer,
} from '@balcao/connections/contract';
import { queueExtra } from '@balcao/queues/contract';
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
      page: '/messages-api',
    });
    host.contribute(queueExtra, {
      id: 'shelf',
      field: 'shelfNo',
      schema: z.number().int().min(1, 'Required'),
      load: async (ids) =>
        new Map(ids.map((id) => [id, shelf.shelves.has(id) ? { shelfNo: shelf.shelves.get(id) } : {}])),
      save: async (id, value) => void shelf.shelves.set(id, value as number),
    });
    host.contribute(channelAdapter, {
      id: 'archive',
      capabilities: { media: {}, qr: true, once: true, groups: true, numberCheck: true },
      identityKind: 'phone',
      identityScope: () => '',
      fields: {
        schema: z.object({
          address: z
            .string('Required')
            .regex(/^[^@\s]+@[^@\s]+$/, 'Invalid email')
            .default('archive@example.com'),
        }),
        load: async (ids) =>
          new Map(ids.flatMap((id) => (shelf.addresses.has(id) ? [[id, { address: shelf.addresses.get(id) }]] : []))),
        save: async (id, { address }) => void shelf.addresses.set(id, String(address)),
      },
      async connect({ id }, scope, { fresh }) {
        shelf.calls.push(fresh ? 'pair' : 'connect');
        const change = fresh
          ? ({ status: 'qrcode', qrcode: `code-${id}` } as const)
          : ({ status: 'CONNECTED' } as const);
        await scope.use(connections).setStatus(id, change);
      },
      disconnect: async () => void shelf.calls.push('disconnect'),
      async release() {
        shelf.calls.push('forget');
        await shelf.release();
      },
      async send({ id, body }) {
        const refusal = shelf.refuses.get(body);
        if (refusal) throw channelError(refusal.failure, refusal.reason);
        return { externalId: `out-${id}` };
      },
      async checkNumber(number, { id }) {
        shelf.lookups.push(id);
        return { exists: true, value: number };
      },
      async *importHistory(wanted) {
        shelf.wanted.push(wanted);
        try {
          for (const batch of shelf.batches) {
            await shelf.beforeBatch();
            if (batch === 'breaks') throw new Error('the network is gone');
            yield batch;
          }
        } finally {
          shelf.ended += 1;
        }
      },
    });
  },
});
