import type { Routine } from '@balcao/sdk/server';

/** Sums the changes of the tally, except those that another transaction is summing. */
export const foldTally: Routine = {
  name: 'fold-tally',
  sql: [
    `create or replace function tickets.fold_tally(p_company int) returns void language sql volatile as $$
       with gone as (
         delete from tickets.tally where ctid = any (array(
           select t.ctid from tickets.tally t where t.company_id = p_company for update skip locked))
         returning *)
       insert into tickets.tally (company_id, status, owner_key, queue_key, amount)
       select company_id, status, owner_key, queue_key, sum(amount) from gone
        group by company_id, status, owner_key, queue_key having sum(amount) <> 0 $$`,
  ],
};
