import { definePlugin, z } from '@balcao/sdk/server';
import { purgeJob } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { messageRoutes } from './message/message-routes.ts';
import { sharedRoutes } from './message/shared.ts';
import { purge, purgeDue } from './purge.ts';
import { rooms } from './rooms.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    chatRoutes(host);
    messageRoutes(host);
    sharedRoutes(host);
    rooms(host);
    host.job(purgeJob, {
      data: z.object({}),
      every: '1 minute',
      due: purgeDue,
      handle: (_data, scope) => purge(scope),
    });
  },
});
