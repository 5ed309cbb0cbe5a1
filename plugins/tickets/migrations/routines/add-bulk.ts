import type { Routine } from '@balcao/sdk/server';

/** Adds a message to the bulk messages of its connection, in the transaction that stores it. */
export const addBulk: Routine = {
  name: 'add-bulk',
  sql: [
    `create or replace function tickets.add_bulk(p_message bigint, p_paced boolean) returns void language plpgsql as $$
     declare
       v_connection int;
     begin
       insert into tickets.bulk (message_id, ticket_id, connection_id, is_paced)
       select m.id, m.ticket_id, m.whatsapp_id, p_paced from tickets.message m
        where m.company_id = kernel.current_company() and m.id = p_message and m.whatsapp_id is not null
       returning connection_id into v_connection;
       if found then perform tickets.ensure_bulk_line(v_connection, p_paced); end if;
     end $$`,
  ],
};
