import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { listNumbers } from '../numbers/list-numbers.ts';

const flowListNumbers = z.object({
  id: z.number(),
  days: z.array(z.number()),
  completed: z.number(),
  taken: z.number(),
  stopped: z.number(),
});

export const listNumberRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/flow/list/numbers', {
    access: 'flows:view',
    summary: 'What became of the conversations of the last seven days, of each flow that had any.',
    output: z.object({ records: z.array(flowListNumbers) }),
    handle: async (_request, scope) => ({ records: await listNumbers(scope) }),
  });
};
