import type { Routine } from '@balcao/sdk/server';

/**
 * Ensures that a release event for the bulk messages of this connection and pace exists. Whoever ends it locks its row
 * first, so that one of the two transactions sees the other.
 */
export const ensureBulkLine: Routine = {
  name: 'ensure-bulk-line',
  sql: [
    `create or replace function tickets.ensure_bulk_line(p_connection int, p_paced boolean) returns void language plpgsql as $$
     declare
       v_company int := kernel.current_company();
     begin
       loop
         perform 1 from tickets.bulk_line x
           where x.company_id = v_company and x.connection_id = p_connection and x.is_paced = p_paced for key share;
         exit when found;
         insert into tickets.bulk_line (connection_id, is_paced) values (p_connection, p_paced) on conflict do nothing;
         if found then
           perform kernel.emit('tickets.bulk.due', 'bulk:' || p_connection || ':' || p_paced,
             jsonb_build_object('connectionId', p_connection, 'isPaced', p_paced));
           exit;
         end if;
       end loop;
     end $$`,
  ],
};
