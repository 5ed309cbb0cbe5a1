import { definePlugin, z } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import { phoneReached, phoneRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { adapter } from './adapter.ts';
import { sandboxConnection } from './lines.ts';
import { phoneOfPerson } from './personal-data.ts';
import { acknowledge } from './phone.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  setup(host) {
    routes(host);
    host.contribute(channelAdapter, adapter);
    host.contribute(personalData, phoneOfPerson);
    host.on(phoneReached, 'deliver', async ({ connectionId, externalId }, scope) => {
      await acknowledge(connectionId, externalId, 2, scope);
    });
    host.room(phoneRoom, {
      params: z.object({ connectionId: z.number().int(), number: z.string().max(40) }),
      may: ({ connectionId }, scope) =>
        scope.can('sandbox:view') &&
        sandboxConnection(scope, connectionId).then(
          () => true,
          () => false,
        ),
    });
  },
});
