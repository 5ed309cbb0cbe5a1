import { z, type Host, type Scope } from '@balcao/sdk/server';
import { queueDependents, type QueueDependents } from '../contract.ts';
import type manifest from '../manifest.ts';
import { findQueue, params } from './routes.ts';

export const checkDependents = ({ describe }: QueueDependents): void => {
  if (typeof describe !== 'function') throw new Error('a contribution to queues.dependents needs describe()');
};

/** A failing contribution is omitted: the confirmation must be shown all the same. */
const sentences = async (scope: Scope, queueId: number): Promise<string[]> => {
  const described = await Promise.all(
    scope.contributions(queueDependents).map(async ({ item, scope: own }) => {
      try {
        return await item.describe(queueId, own);
      } catch (err) {
        scope.log.error({ err, from: item.id }, 'dependents of a queue could not be described');
        return undefined;
      }
    }),
  );
  return described.filter((sentence) => sentence !== undefined);
};

export const dependentRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/queue/:id/dependents', {
    access: 'queues:view',
    summary: 'Sentences about what depends on a queue, shown before it is deleted.',
    input: { params },
    output: z.object({ dependents: z.array(z.string()) }),
    handle: async ({ params: { id } }, scope) => ({
      dependents: await sentences(scope, (await findQueue(scope, id)).id),
    }),
  });
};
