import type { Routine } from '@balcao/sdk/server';

/** Counts conversations by status, owner and queue, in the transaction that changes them. */
export const countTally: Routine = {
  name: 'count-tally',
  sql: [
    `create or replace function tickets.count_tally() returns trigger language plpgsql as $$
     begin
       -- The company is being deleted, and its tally with it.
       if tg_op <> 'INSERT' and not exists (select 1 from kernel.company c where c.id = old.company_id) then return null; end if;
       if tg_op <> 'INSERT' and old.status <> 'unlisted' then
         insert into tickets.tally values (old.company_id, old.status, old.owner_key, old.queue_key, -1);
       end if;
       if tg_op <> 'DELETE' and new.status <> 'unlisted' then
         insert into tickets.tally values (new.company_id, new.status, new.owner_key, new.queue_key, 1);
       end if;
       if random() < 0.01 then perform tickets.fold_tally(coalesce(new.company_id, old.company_id)); end if;
       return null;
     end $$`,
    `create or replace trigger tally_made_gone after insert or delete on tickets.ticket for each row execute function tickets.count_tally()`,
    // Updates that name none of these columns, as those of every message, do not fire the trigger.
    `create or replace trigger tally_changed after update of status, queue_id, user_id, closed_by on tickets.ticket for each row
       when ((old.status, old.owner_key, old.queue_key) is distinct from (new.status, new.owner_key, new.queue_key))
       execute function tickets.count_tally()`,
  ],
};
