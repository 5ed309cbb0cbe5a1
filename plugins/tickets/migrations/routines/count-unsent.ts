import type { Routine } from '@balcao/sdk/server';

/** Counts the failed messages of a conversation, in the transaction that changes them. */
export const countUnsent: Routine = {
  name: 'count-unsent',
  sql: [
    `create or replace function tickets.count_unsent() returns trigger language plpgsql as $$
     declare
       v_more int := 0;
     begin
       if tg_op <> 'INSERT' and old.failure is not null and not old.is_deleted then v_more := v_more - 1; end if;
       if tg_op <> 'DELETE' and new.failure is not null and not new.is_deleted then v_more := v_more + 1; end if;
       if v_more = 0 then return null; end if;
       update tickets.ticket x set unsent = x.unsent + v_more
        where x.company_id = coalesce(new.company_id, old.company_id) and x.id = coalesce(new.ticket_id, old.ticket_id);
       return null;
     end $$`,
    `create or replace trigger unsent_made after insert on tickets.message for each row
       when (new.failure is not null) execute function tickets.count_unsent()`,
    `create or replace trigger unsent_gone after delete on tickets.message for each row
       when (old.failure is not null) execute function tickets.count_unsent()`,
    `create or replace trigger unsent_changed after update of failure, is_deleted on tickets.message for each row
       when ((old.failure is null, old.is_deleted) is distinct from (new.failure is null, new.is_deleted))
       execute function tickets.count_unsent()`,
  ],
};
