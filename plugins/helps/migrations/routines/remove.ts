import type { Routine } from '@balcao/sdk/server';

/** Deletes a help video; returns its id, or no row when it does not exist. */
export const remove: Routine = {
  name: 'remove',
  sql: [
    `create or replace function helps.remove(wanted int)
       returns table (id int) language sql volatile security definer set search_path = pg_catalog as $$
       delete from helps.help h where h.id = wanted returning h.id $$`,
    `revoke all on function helps.remove(int) from public`,
    `grant execute on function helps.remove(int) to balcao_app`,
  ],
};
