import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** Done once the company has a person besides the one who signed it up. */
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
