import type { Routine } from '@balcao/sdk/server';

/** Keeps the number of people of each list, once per statement. */
export const countItems: Routine = {
  name: 'count-items',
  sql: [
    `create or replace function contact_lists.count_items() returns trigger language plpgsql as $$
     begin
       if tg_op = 'INSERT' then
         update contact_lists.contact_list l set contacts_count = l.contacts_count + c.amount
           from (select company_id, contact_list_id, count(*)::int as amount from changed group by 1, 2) c
          where l.company_id = c.company_id and l.id = c.contact_list_id;
       else
         update contact_lists.contact_list l set contacts_count = l.contacts_count - c.amount
           from (select company_id, contact_list_id, count(*)::int as amount from changed group by 1, 2) c
          where l.company_id = c.company_id and l.id = c.contact_list_id;
       end if;
       return null;
     end $$`,
    `create or replace trigger count_added after insert on contact_lists.item
       referencing new table as changed for each statement execute function contact_lists.count_items()`,
    `create or replace trigger count_removed after delete on contact_lists.item
       referencing old table as changed for each statement execute function contact_lists.count_items()`,
  ],
};
