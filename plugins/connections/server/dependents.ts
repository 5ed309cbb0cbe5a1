import { z, type Host, type Scope } from '@balcao/sdk/server';
import { connectionDependents, type ConnectionDependents } from '../contract.ts';
import type manifest from '../manifest.ts';
import { params } from './connection-form.ts';
import { existing } from './sessions.ts';
import { runInOwningCompany } from './run-in-owning-company.ts';

export const checkDependents = ({ describe }: ConnectionDependents): void => {
  if (typeof describe !== 'function') throw new Error('a connection dependents contribution needs describe()');
};

/** A contribution that fails is left out: it must not block the deletion. */
const sentences = async (scope: Scope, connectionId: number): Promise<string[]> => {
  const sentences = await Promise.all(
    scope.contributions(connectionDependents).map(async ({ item, scope: own }) => {
      try {
        return await item.describe(connectionId, own);
      } catch (err) {
        scope.log.error({ err, from: item.id }, 'connection dependents could not be described');
        return undefined;
      }
    }),
  );
  return sentences.filter((sentence) => sentence !== undefined);
};

export const dependentRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp/:id/dependents', {
    access: 'connections-page:editOrDeleteConnection',
    summary: 'Dependents of a connection, as sentences for the confirmation of its deletion.',
    input: { params },
    output: z.object({ dependents: z.array(z.string()) }),
    handle: ({ params: { id } }, scope) =>
      runInOwningCompany(scope, id, async (at) => ({ dependents: await sentences(at, (await existing(at, id)).id) })),
  });
};
