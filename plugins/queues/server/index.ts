import { auditName, definePlugin, resourceCount, sessionExtra, z } from '@balcao/sdk/server';
import { firstStep } from '@balcao/first-steps/contract';
import { userExtra } from '@balcao/users/contract';
import { queueColumn, queueDependents, queueExtra, queueFormSection, queues, queuesRoom } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { queueNames } from './audit-names.ts';
import { checkDependents, dependentRoute } from './dependents.ts';
import { firstQueue } from './first-step.ts';
import { mediaRoutes } from './media-routes.ts';
import { memberRoute } from './member-route.ts';
import { QueueRow } from './queue.entity.ts';
import { queueAlias } from './queue-alias.ts';
import { queuesService } from './queues-service.ts';
import { queueRoutes, queuesHeld } from './routes.ts';
import { userQueues } from './user-queues.ts';

export default definePlugin(manifest, {
  entities: [QueueRow],
  migrations,
  routines,
  audited: ['queues.queue'],
  setup(host) {
    host.contribute(firstStep, firstQueue);
    host.contribute(auditName, queueNames);
    host.contribute(resourceCount, { id: 'queues', count: queuesHeld });
    queueRoutes(host);
    memberRoute(host);
    dependentRoute(host);
    mediaRoutes(host);
    host.provide(queues, queuesService);
    host.room(queuesRoom, { params: z.object({}), may: () => true, aliases: [queueAlias] });
    host.open(queueDependents, checkDependents);
    host.open(queueFormSection);
    host.open(queueColumn);
    host.open(queueExtra, ({ field, load, save }) => {
      if (!field || typeof load !== 'function' || typeof save !== 'function')
        throw new Error('a contribution to queues.extra needs a field, load() and save()');
    });
    host.contribute(userExtra, userQueues);
    host.contribute(sessionExtra, {
      id: 'queues',
      extra: async ({ id }, scope) => ({ queues: await scope.use(queues).of(id) }),
    });
  },
});
