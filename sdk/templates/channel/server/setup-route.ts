import { notFound, z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import type manifest from '../manifest.ts';
import { addressRef } from './address.ts';
import { accountOf } from './gateway.ts';

/** Returns the values with which the company configures the gateway. */
export const setupRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/example-sms/connections/:connectionId', {
    access: 'example-sms:edit',
    summary: 'Where the gateway must send its events, and whether the company’s account is complete',
    input: { params: z.object({ connectionId: z.coerce.number().int().positive().max(2_147_483_647) }) },
    output: z.object({ webhookPath: z.string(), hasKey: z.boolean(), hasSecret: z.boolean() }),
    handle: async ({ params: { connectionId } }, scope) => {
      const connection = await scope.use(connections).find(connectionId);
      if (connection?.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
      const address = await scope.addresses.issue(addressRef(connectionId));
      return {
        webhookPath: `/api/example-sms/${address}/events`,
        hasKey: accountOf(scope) !== undefined,
        hasSecret: scope.settings.get('exampleSmsSecret') !== '',
      };
    },
  });
};
