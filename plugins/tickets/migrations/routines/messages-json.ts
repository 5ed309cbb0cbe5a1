import type { Routine } from '@balcao/sdk/server';
import { messageJoins, messageColumns } from './message-columns.ts';

/** Returns many messages as JSON of `MessageView[]`, oldest first. */
export const messagesJson: Routine = {
  name: 'messages-json',
  sql: [
    `create or replace function tickets.messages_json(p_ids bigint[], p_masked boolean) returns text language plpgsql stable as $$
     declare v_company int := kernel.current_company();
     begin
       return (select coalesce(json_agg(x), '[]')::text from (
         select ${messageColumns}
           from unnest(p_ids) p (id)
           join tickets.message m on m.company_id = v_company and m.id = p.id${messageJoins('v_company')}
          order by m.sent_at, m.id) x);
     end $$`,
  ],
};
