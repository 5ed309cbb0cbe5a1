import type { FirstStep } from '@balcao/first-steps/contract';
import { sql } from '@balcao/sdk/server';

/** The first step: a channel through which customers can write. */
export const firstChannel: FirstStep = {
  id: 'channel',
  order: 20,
  title: 'firstStep.title',
  text: 'firstStep.text',
  action: 'firstStep.action',
  path: '/connections?new=1',
  permission: 'connections-page:addConnection',
  isDone: async ({ sql: database }) =>
    (await database.one(sql`select 1 from connections.connection where status = 'CONNECTED' limit 1`)) !== undefined,
};
