import { definePlugin, notFound, z } from '@balcao/sdk/server';
import { channelAdapter, connections } from '@balcao/connections/contract';
import { addressRef, channelId } from '../contract.ts';
import manifest from '../manifest.ts';
import { adapter } from './adapter.ts';
import { events } from './events.ts';

const params = z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) });

export default definePlugin(manifest, {
  setup(host) {
    events(host);
    host.contribute(channelAdapter, adapter);
    host.route('GET', '/acme-sms/:connectionId/address', {
      access: 'signed-in',
      summary: 'The address for the events of a connection.',
      input: { params },
      output: z.object({ path: z.string() }),
      handle: async ({ params: { connectionId } }, scope) => {
        const connection = await scope.use(connections).find(connectionId);
        if (connection?.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
        return { path: `/api/acme-sms/${await scope.addresses.issue(addressRef(connectionId))}/events` };
      },
    });
  },
});
