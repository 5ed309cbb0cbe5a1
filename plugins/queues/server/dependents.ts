import { z, type Host, type Scope } from '@balcao/sdk/server';
import { queueDependents, type QueueDependents } from '../contract.ts';
import type manifest from '../manifest.ts';
import { found, params } from './routes.ts';

export const checkDependents = ({ tell }: QueueDependents): void => {
  if (typeof tell !== 'function') throw new Error('a contribution to queues.dependents needs tell()');
};

/** A failing contribution is omitted: the confirmation must be shown all the same. */
const sentences = async (scope: Scope, queueId: number): Promise<string[]> => {
  const told = await Promise.all(
    scope.contributions(queueDependents).map(async ({ item, scope: own }) => {
      try {
        return await item.tell(queueId, own);
      } catch (err) {
        scope.log.error({ err, from: item.id }, 'dependents of a queue could not be described');
        return undefined;
      }
    }),
  );
  return told.filter((sentence) => sentence !== undefined);
};

export const dependentRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/queue/:id/dependents', {
    access: 'queues:view',
    summary: 'What hangs on a department, in sentences for whoever is about to delete it.',
    input: { params },
    output: z.object({ dependents: z.array(z.string()) }),
    handle: async ({ params: { id } }, scope) => ({ dependents: await sentences(scope, (await found(scope, id)).id) }),
  });
};
