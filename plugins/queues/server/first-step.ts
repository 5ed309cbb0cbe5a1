import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** No channel can route customers before the company has a queue. */
export const firstQueue: FirstStep = {
  id: 'department',
  order: 10,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  path: '/queues?new=1',
  permission: 'queues:view',
  isDone: async ({ sql: database }) => (await database.one(sql`select 1 from queues.queue limit 1`)) !== undefined,
};
