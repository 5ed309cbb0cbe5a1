import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** Written by a person: greetings and rules are no answers. */
export const firstAnswer: FirstStep = {
  id: 'answer',
  order: 50,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  // The person who sets the company up is rarely a member of a queue yet, and would see no waiting conversation.
  path: '/tickets?all=1',
  isDone: async ({ sql: database }) =>
    (await database.one(
      sql`select 1 from tickets.message where from_me and user_id is not null and not only_internal limit 1`,
    )) !== undefined,
};
