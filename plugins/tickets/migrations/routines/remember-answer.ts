import type { Routine } from '@balcao/sdk/server';

/**
 * Remembers within the transaction that a wait ended: the ticket stops waiting just before the message that ended the
 * wait is stored.
 */
export const rememberAnswer: Routine = {
  name: 'remember-answer',
  sql: [
    `create or replace function tickets.remember_answer() returns trigger language plpgsql as $$
     begin
       perform set_config('tickets.answer', new.last_message_id::text, true),
         set_config('tickets.waited_since', old.waiting_since::text, true);
       return null;
     end $$`,
    `create or replace trigger remember_answer after update of waiting_since on tickets.ticket for each row
       when (old.waiting_since is not null and new.waiting_since is null and new.status <> 'closed'
             and new.last_message_id is distinct from old.last_message_id)
       execute function tickets.remember_answer()`,
  ],
};
