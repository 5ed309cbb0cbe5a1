import type { Migration } from '@balcao/sdk/server';

/** Who hears that a message is to be sent hears who wrote it and when, too, and need not ask. */
export const queuedFacts: Migration = {
  name: '0057-queued-facts',
  sql: [
    `create function tickets.tell_queued(m tickets.message) returns void language sql volatile as $$
       select kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id, jsonb_build_object('ticketId', m.ticket_id,
         'messageId', m.id, 'userId', m.user_id, 'at', tickets.iso(m.sent_at))) $$`,
    // In every function that says it, as they stand: each differs only in the name of its message.
    `do $do$
     declare
       f record;
     begin
       for f in
         select pg_get_functiondef(p.oid) as text from pg_proc p
          where p.pronamespace = 'tickets'::regnamespace and p.proname <> 'tell_queued' and p.prosrc like '%tickets.message.queued%'
       loop
         execute regexp_replace(f.text,
           $re$perform kernel\\.emit\\('tickets\\.message\\.queued',[^;]*'messageId', ([a-z])\\.id\\)\\);$re$, 'perform tickets.tell_queued(\\1);', 'g');
       end loop;
       if exists (select 1 from pg_proc p where p.pronamespace = 'tickets'::regnamespace and p.proname <> 'tell_queued'
                     and p.prosrc like '%tickets.message.queued%') then
         raise exception 'a function still says it in the old way';
       end if;
     end $do$`,
  ],
};
