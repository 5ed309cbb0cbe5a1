import type { Routine } from '@balcao/sdk/server';

/** Trigger for tables of the platform, because their functions run as the owner, whoever calls them. */
export const superWrites: Routine = {
  name: 'super-writes',
  sql: [
    `create or replace function kernel.super_writes() returns trigger language plpgsql set search_path = '' as $$
     begin
       if session_user::text ~ '^balcao_app' then perform kernel.require_super(); end if;
       return null;
     end $$`,
  ],
};
