import type { Routine } from '@balcao/sdk/server';

/** Closes the conversations that were imported from a connection and have no message since; returns their number. */
export const closeImported: Routine = {
  name: 'close-imported',
  sql: [
    `create or replace function tickets.close_imported(p_connection int) returns int language sql volatile as $$
       with closed as (
         update tickets.ticket x set status = 'closed', closed_at = x.last_at, unread = 0
          where x.company_id = kernel.current_company() and x.whatsapp_id = p_connection and x.is_imported and x.status = 'pending'
            and not exists (select 1 from tickets.message m
                             where m.company_id = x.company_id and m.ticket_id = x.id and not m.is_imported)
         returning x.company_id, x.id, x.queue_id),
       noted as (
         insert into tickets.log (company_id, ticket_id, type, queue_id) select c.company_id, c.id, 'closed', c.queue_id from closed c
         returning 1)
       select count(*)::int from noted $$`,
  ],
};
