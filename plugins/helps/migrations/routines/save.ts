import type { Routine } from '@balcao/sdk/server';

/** Creates or changes a help video; returns its id, or no row when it does not exist. */
export const save: Routine = {
  name: 'save',
  sql: [
    `create or replace function helps.save(wanted int, called text, told text, film text)
       returns table (id int) language plpgsql volatile security definer set search_path = pg_catalog as $$
     #variable_conflict use_column
     begin
       if wanted is null then
         return query insert into helps.help as h (title, description, video) values (called, told, film)
           returning h.id;
       else
         return query update helps.help as h set title = called, description = told, video = film
           where h.id = wanted returning h.id;
       end if;
     end $$`,
    `revoke all on function helps.save(int, text, text, text) from public`,
    `grant execute on function helps.save(int, text, text, text) to balcao_app`,
  ],
};
