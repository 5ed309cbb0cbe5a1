import { definePlugin, sessionExtra, z } from '@balcao/sdk/server';
import { userExtra } from '@balcao/users/contract';
import { queueFormSection, queues, queuesRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { QueueRow } from './queue.entity.ts';
import { queuesService } from './queues-service.ts';
import { queueRoutes } from './routes.ts';
import { userQueues } from './user-queues.ts';

export default definePlugin(manifest, {
  entities: [QueueRow],
  migrations,
  setup(host) {
    queueRoutes(host);
    host.provide(queues, queuesService);
    host.room(queuesRoom, { params: z.object({}), may: () => true });
    host.open(queueFormSection);
    host.contribute(userExtra, userQueues);
    host.contribute(sessionExtra, {
      id: 'queues',
      extra: async ({ id }, scope) => ({ queues: await scope.use(queues).of(id) }),
    });
  },
});
