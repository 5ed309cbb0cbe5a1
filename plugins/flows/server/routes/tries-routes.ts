import { notFound, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { findFlow } from '../flow-store.ts';
import { triesAt } from '../numbers/tries.ts';
import { params, rangeOfVersion } from './fields.ts';

export const triesRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/:id/numbers/:nodeId/tries', {
    access: 'flows:view',
    summary: 'How many customers a question understood at the first attempt, the second, and so on.',
    input: {
      params: params.extend({ nodeId: z.string().min(1).max(100) }),
      query: rangeOfVersion,
    },
    output: z.object({ tries: z.array(z.number()) }),
    async handle({ params: { id: flowId, nodeId }, query }, scope) {
      if (!(await findFlow(scope, flowId))) throw notFound('ERR_NO_FLOW_FOUND');
      return { tries: await triesAt(scope, flowId, nodeId, query) };
    },
  });
};
