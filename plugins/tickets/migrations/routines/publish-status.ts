import type { Routine } from '@balcao/sdk/server';

/**
 * Publishes receipts as events, in the transaction of the receipt, for companies where a plugin subscribed: there are
 * three for every message.
 */
export const publishStatus: Routine = {
  name: 'publish-status',
  sql: [
    `create or replace function tickets.publish_status() returns trigger language plpgsql as $$
     begin
       if exists (select 1 from tickets.status_watch w where w.company_id = new.company_id) then
         perform kernel.emit('tickets.message.status', 'ticket:' || new.ticket_id, jsonb_build_object('ticketId', new.ticket_id,
           'messageId', new.id, 'status', case when new.failure is not null then 'failed'
             when new.ack >= 3 then 'read' when new.ack = 2 then 'delivered' else 'sent' end));
       end if;
       return null;
     end $$`,
    `create or replace trigger publish_status after update of ack, failure on tickets.message for each row
       when (new.from_me and not new.only_internal
             and (new.ack > old.ack or (new.failure is not null and new.failure is distinct from old.failure)))
       execute function tickets.publish_status()`,
  ],
};
