import type { Routine } from '@balcao/sdk/server';

/**
 * Clears references to a super user in rows of a company that is not theirs. A column that may be null becomes null;
 * a row that belongs to one person, such as a preference, is refused.
 */
export const clearPerson: Routine = {
  name: 'clear-person',
  sql: [
    `create or replace function kernel.clear_person() returns trigger language plpgsql set search_path = pg_catalog as $$
     begin
       if tg_argv[1] = 'own' then
         raise exception 'ERR_VISITING: a super user who impersonates a company owns no rows in it' using errcode = 'P0C02';
       end if;
       return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
     end $$`,
  ],
};
