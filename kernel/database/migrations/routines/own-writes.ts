import type { Routine } from '@balcao/sdk/server';

/** Trigger for the tables that a plugin lists under 'guarded': scopes of other plugins can read but not write them. */
export const ownWrites: Routine = {
  name: 'own-writes',
  sql: [
    `create or replace function kernel.own_writes() returns trigger language plpgsql set search_path = '' as $$
     begin
       if current_user::text ~ '^balcao_app' and (kernel.proved())[2] is distinct from tg_argv[0] then
         raise exception 'ERR_GUARDED_TABLE: only % writes to %.%', tg_argv[0], tg_table_schema, tg_table_name using errcode = '42501';
       end if;
       return null;
     end $$`,
  ],
};
