import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** Somebody besides who signed the company up. */
export const firstColleague: FirstStep = {
  id: 'colleague',
  order: 30,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  path: '/users?new=1',
  permission: 'users:view',
  isDone: async ({ sql: database }) =>
    (await database.one(sql`select 1 from kernel."user" offset 1 limit 1`)) !== undefined,
};
