import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** Without a department no channel has a place to bring customers to. */
export const firstDepartment: FirstStep = {
  id: 'department',
  order: 10,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  path: '/queues?new=1',
  permission: 'queues:view',
  isDone: async ({ sql: database }) => (await database.one(sql`select 1 from queues.queue limit 1`)) !== undefined,
};
