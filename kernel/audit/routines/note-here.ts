import type { Routine } from '@balcao/sdk/server';

/**
 * At the end of a request's transaction: writes its entry, unless it only read. Only what super users do is told to the
 * platform.
 */
export const noteHere: Routine = {
  name: 'note-here',
  sql: [
    `create or replace function kernel.note_here(entry jsonb) returns boolean language plpgsql volatile security definer set search_path = '' as $$
     declare
       proved text[] := kernel.proved();
       here int := proved[1]::int;
       told jsonb := case when proved[3] = 's' then entry else entry - 'platform' end;
     begin
       if pg_catalog.pg_current_xact_id_if_assigned() is null then return false; end if;
       if told->'companies' is null or told->'companies' @> pg_catalog.to_jsonb(here) then perform kernel.note(here, told);
       else perform kernel.note(null, told); end if;
       return true;
     end $$`,
    `revoke all on function kernel.note_here(jsonb) from public`,
    `grant execute on function kernel.note_here(jsonb) to balcao_app`,
  ],
};
