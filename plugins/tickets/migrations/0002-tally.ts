import type { Migration } from '@balcao/sdk/server';

/**
 * How many tickets stand in each state, queue and hand, so that no badge counts thousands of rows. Changes are added as
 * rows of their own (a counter row would make all writers of a queue wait for each other) and folded now and then.
 */
export const tally: Migration = {
  name: '0002-tally',
  sql: [
    `create table tickets.tally (
       company_id int not null default kernel.current_company() references kernel.company (id) on delete cascade,
       status text not null,
       owner_key int not null,
       queue_key int not null,
       amount int not null
     )`,
    `create index on tickets.tally (company_id, status)`,

    `create function tickets.fold_tally(p_company int) returns void language sql volatile as $$
       with gone as (
         delete from tickets.tally where ctid = any (array(
           select t.ctid from tickets.tally t where t.company_id = p_company for update skip locked))
         returning *)
       insert into tickets.tally (company_id, status, owner_key, queue_key, amount)
       select company_id, status, owner_key, queue_key, sum(amount) from gone
        group by company_id, status, owner_key, queue_key having sum(amount) <> 0 $$`,

    `create function tickets.keep_tally() returns trigger language plpgsql as $$
     begin
       -- Its company is being deleted, and the tally with it.
       if tg_op <> 'INSERT' and not exists (select 1 from kernel.company c where c.id = old.company_id) then return null; end if;
       if tg_op <> 'INSERT' then
         insert into tickets.tally values (old.company_id, old.status, old.owner_key, old.queue_key, -1);
       end if;
       if tg_op <> 'DELETE' then
         insert into tickets.tally values (new.company_id, new.status, new.owner_key, new.queue_key, 1);
       end if;
       if random() < 0.01 then perform tickets.fold_tally(coalesce(new.company_id, old.company_id)); end if;
       return null;
     end $$`,
    `create trigger tally_made_gone after insert or delete on tickets.ticket for each row execute function tickets.keep_tally()`,
    // Updates that name none of these columns, as those of every message, do not even look here.
    `create trigger tally_changed after update of status, queue_id, user_id, closed_by on tickets.ticket for each row
       when ((old.status, old.owner_key, old.queue_key) is distinct from (new.status, new.owner_key, new.queue_key))
       execute function tickets.keep_tally()`,
  ],
};
