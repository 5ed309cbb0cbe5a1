import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

export const firstQuickReply: FirstStep = {
  id: 'quick-reply',
  order: 40,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  path: '/quick-messages?new=1',
  isDone: async ({ sql: database }) =>
    (await database.one(sql`select 1 from quick_messages.quick_message limit 1`)) !== undefined,
};
