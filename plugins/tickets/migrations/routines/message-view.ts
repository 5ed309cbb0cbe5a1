import type { Routine } from '@balcao/sdk/server';
import { messageJoins, messageColumns } from './message-columns.ts';

/** Returns one message as `MessageView`; phone numbers are hidden with `p_masked`, and without that parameter. */
export const messageView: Routine = {
  name: 'message-view',
  sql: [
    `create or replace function tickets.message_view(m tickets.message, p_masked boolean) returns json language sql stable as $$
       select to_json(x) from (
         select ${messageColumns}
           from (select 1) one${messageJoins('m.company_id')}) x $$`,
    `create or replace function tickets.message_view(m tickets.message) returns json language sql stable as $$ select tickets.message_view(m, true) $$`,
  ],
};
