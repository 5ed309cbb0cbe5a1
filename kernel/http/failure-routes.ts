import { z } from 'zod';
import { notFound } from '@balcao/sdk/server';
import { callerRoute, type KernelRoute } from '../auth/kernel-route.ts';
import type { DeadLetters } from '../events/index.ts';
import type { JobRunner } from '../jobs/index.ts';

const ids = z.object({ ids: z.array(z.number().int().positive()).min(1).max(200) });
const filter = z.object({
  subscriber: z.string().max(200).optional(),
  companyId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
const job = z.object({ id: z.string().min(1).max(100) });

/** Routes to list, repeat and delete failed events and jobs, for super users. */
export const failureRoutes = (letters: DeadLetters, jobs: JobRunner): KernelRoute[] => {
  const orNotFound = async (known: Promise<boolean>): Promise<void> => {
    if (!(await known)) throw notFound('ERR_NOT_FOUND');
  };
  return [
    callerRoute({
      method: 'GET',
      path: '/platform/dead-letters',
      summary: 'Lists events that could not be delivered.',
      access: 'super',
      input: { query: filter },
      handle: ({ query }) => letters.list(query),
    }),
    callerRoute({
      method: 'POST',
      path: '/platform/dead-letters/replay',
      summary: 'Delivers events again that could not be delivered.',
      access: 'super',
      input: { body: ids },
      handle: async ({ body }) => ({ replayed: await letters.replay(body.ids) }),
    }),
    callerRoute({
      method: 'POST',
      path: '/platform/dead-letters/remove',
      summary: 'Deletes events that could not be delivered.',
      access: 'super',
      input: { body: ids },
      handle: async ({ body }) => ({ removed: await letters.remove(body.ids) }),
    }),
    callerRoute({
      method: 'GET',
      path: '/platform/failed-jobs',
      summary: 'Lists jobs that failed in all attempts.',
      access: 'super',
      handle: () => jobs.failed(200),
    }),
    callerRoute({
      method: 'POST',
      path: '/platform/failed-jobs/:id/retry',
      summary: 'Runs a job again that failed in all attempts.',
      access: 'super',
      input: { params: job },
      handle: ({ params }) => orNotFound(jobs.retry(params.id)),
    }),
    callerRoute({
      method: 'DELETE',
      path: '/platform/failed-jobs/:id',
      summary: 'Deletes a job that failed in all attempts.',
      access: 'super',
      input: { params: job },
      handle: ({ params }) => orNotFound(jobs.remove(params.id)),
    }),
  ];
};
