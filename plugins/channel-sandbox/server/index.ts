import { definePlugin, z } from '@balcao/sdk/server';
import { channelAdapter } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import { messageReachedPhone, phoneRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { reachPhones } from '../migrations/routines/reach-phones.ts';
import { createAcknowledge } from './acknowledge.ts';
import { sandboxAdapter } from './adapter.ts';
import { sandboxConnection } from './connection-state.ts';
import { phoneOfPerson } from './personal-data.ts';
import { routes } from './routes.ts';

export default definePlugin(manifest, {
  migrations,
  routines: [reachPhones],
  setup(host) {
    const acknowledge = createAcknowledge();
    routes(host, acknowledge);
    host.contribute(channelAdapter, sandboxAdapter());
    host.contribute(personalData, phoneOfPerson);
    host.on(messageReachedPhone, 'deliver', async ({ connectionId, externalId }, scope) => {
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
