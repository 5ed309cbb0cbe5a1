import type { Routine } from '@balcao/sdk/server';

/** Returns the verified content of the session's mark: company, plugin, and 's' for a super user. */
export const proved: Routine = {
  name: 'proved',
  sql: [
    `create or replace function kernel.proved() returns text[] language plpgsql stable parallel safe security definer set search_path = '' as $$
     declare
       mark text := pg_catalog.current_setting('app.company', true);
       said text := pg_catalog.left(mark, -65);
     begin
       if mark is null or mark = '' then
         raise exception 'ERR_NO_COMPANY_CONTEXT: this statement ran outside a company' using errcode = 'P0C01';
       end if;
       if pg_catalog.right(mark, 64) is distinct from kernel.proof(said) then
         raise exception 'ERR_FORGED_COMPANY: the company of this session was not set by the kernel' using errcode = 'P0C03';
       end if;
       return pg_catalog.string_to_array(said, '.');
     end $$`,
  ],
};
