import type { Routine } from '@balcao/sdk/server';
import { aroundMessage, messageColumns } from './message-columns.ts';

/** Returns one message as `MessageView`. */
export const messageView: Routine = {
  name: 'message-view',
  sql: [
    `create or replace function tickets.message_view(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select to_json(x) from (
         select ${messageColumns}
           from (select 1) one${aroundMessage('m.company_id')}) x $$`,
  ],
};
