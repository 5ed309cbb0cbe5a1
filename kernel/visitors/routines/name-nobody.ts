import type { Routine } from '@balcao/sdk/server';

/**
 * A visitor is no person of the company, so no row of it can name one. Where a row may do without a person it names
 * nobody; a row that is somebody's own, such as a preference, is refused.
 */
export const nameNobody: Routine = {
  name: 'name-nobody',
  sql: [
    `create or replace function kernel.name_nobody() returns trigger language plpgsql set search_path = pg_catalog as $$
     begin
       if tg_argv[1] = 'own' then
         raise exception 'ERR_VISITING: whoever visits the company owns nothing in it' using errcode = 'P0C02';
       end if;
       return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
     end $$`,
  ],
};
