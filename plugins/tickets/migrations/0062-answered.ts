import type { Migration } from '@balcao/sdk/server';

/** Who waited is answered: told once, with how long it took. And every change of a conversation says when it happened. */
export const answered: Migration = {
  name: '0062-answered',
  sql: [
    // The row stops waiting a moment before the message that ended the wait is stored, in the same transaction.
    `create function tickets.keep_answer() returns trigger language plpgsql as $$
     begin
       perform set_config('tickets.answer', new.last_message_id::text, true),
         set_config('tickets.waited_since', old.waiting_since::text, true);
       return null;
     end $$`,
    `create trigger keep_answer after update of waiting_since on tickets.ticket for each row
       when (old.waiting_since is not null and new.waiting_since is null and new.status <> 'closed'
             and new.last_message_id is distinct from old.last_message_id)
       execute function tickets.keep_answer()`,
    // It is a person's when it names one, or when it was written on the telephone itself, whose messages come with the
    // provider's id. What automations say, and what was said before the conversation was here, is nobody's answer.
    `create function tickets.tell_answered() returns trigger language plpgsql as $$
     begin
       perform kernel.emit('tickets.ticket.answered', 'ticket:' || t.id, jsonb_build_object('ticketId', t.id,
           'messageId', new.id, 'userId', new.user_id, 'queueId', t.queue_id, 'at', tickets.iso(new.sent_at), 'waitedMs',
           greatest(0, floor(extract(epoch from new.sent_at - current_setting('tickets.waited_since')::timestamptz) * 1000)::bigint)))
         from tickets.ticket t where t.company_id = new.company_id and t.id = new.ticket_id;
       return null;
     end $$`,
    `create trigger tell_answered after insert on tickets.message for each row
       when (new.from_me and not new.is_imported and (new.user_id is not null or new.external_id is not null)
             and current_setting('tickets.answer', true) = new.id::text)
       execute function tickets.tell_answered()`,
    // In the one function that says it: as it stands otherwise.
    `do $do$
     declare
       f record;
     begin
       for f in
         select pg_get_functiondef(p.oid) as text from pg_proc p
          where p.pronamespace = 'tickets'::regnamespace and p.prosrc like '%tickets.ticket.changed%' and p.prosrc not like '%''at'', tickets.iso%'
       loop
         execute replace(f.text, $old$'status', t.status, 'userId', t.user_id,$old$,
           $new$'at', tickets.iso(clock_timestamp()), 'status', t.status, 'userId', t.user_id,$new$);
       end loop;
       if exists (select 1 from pg_proc p where p.pronamespace = 'tickets'::regnamespace
                     and p.prosrc like '%tickets.ticket.changed%' and p.prosrc not like '%''at'', tickets.iso%') then
         raise exception 'a function still says it without its time';
       end if;
     end $do$`,
  ],
};
