import type { Routine } from '@balcao/sdk/server';

/** Raises an error unless the session belongs to a super user. */
export const requireSuper: Routine = {
  name: 'require-super',
  sql: [
    `create or replace function kernel.require_super() returns void language plpgsql stable security definer set search_path = '' as $$
     begin
       if (kernel.proved())[3] is distinct from 's' then
         raise exception 'ERR_NO_PERMISSION: only what a super user asks for writes the rows of the platform' using errcode = '42501';
       end if;
     end $$`,
  ],
};
