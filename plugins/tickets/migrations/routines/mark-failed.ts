import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/** Marks a message as failed, for now or for good. */
export const markFailed: Routine = {
  name: 'mark-failed',
  sql: [
    `create or replace function tickets.mark_failed(p_message bigint, p_failure text, p_reason text, p_masked boolean)
       ${changedRows} language plpgsql as $$
     declare m tickets.message;
     begin
       update tickets.message x set failure = p_failure, failure_reason = left(p_reason, 500)
        where x.company_id = kernel.current_company() and x.id = p_message and x.ack = 0 and x.external_id is null
       returning x.* into m;
       if found then return query select * from tickets.sync_last_message(m, p_masked); end if;
     end $$`,
  ],
};
