import type { Routine } from '@balcao/sdk/server';

/**
 * Publishes once that a waiting customer was answered, with the time it took. The answer is a person's when it has an
 * author, or when it was written on the telephone itself, whose messages come with the provider's id. Messages of
 * automations and imported messages are no answers.
 */
export const publishAnswered: Routine = {
  name: 'publish-answered',
  sql: [
    `create or replace function tickets.publish_answered() returns trigger language plpgsql as $$
     begin
       perform kernel.emit('tickets.ticket.answered', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id,
           'messageId', new.id, 'userId', new.user_id, 'queueId', t.queue_id, 'at', tickets.iso(new.sent_at), 'waitedMs',
           greatest(0, floor(extract(epoch from new.sent_at - current_setting('tickets.waited_since')::timestamptz) * 1000)::bigint)))
         from tickets.ticket t where t.company_id = new.company_id and t.id = new.ticket_id;
       return null;
     end $$`,
    `create or replace trigger publish_answered after insert on tickets.message for each row
       when (new.from_me and not new.is_imported and (new.user_id is not null or new.external_id is not null)
             and current_setting('tickets.answer', true) = new.id::text)
       execute function tickets.publish_answered()`,
  ],
};
