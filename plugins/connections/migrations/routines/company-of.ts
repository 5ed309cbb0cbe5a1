import type { Routine } from '@balcao/sdk/server';

/**
 * For super users, who manage connections of every company: returns the company of a connection, and no other data of
 * it.
 */
export const companyOf: Routine = {
  name: 'company-of',
  sql: [
    `create or replace function connections.company_of(p_connection int) returns int language sql stable security definer
       set search_path = pg_catalog as $$ select company_id from connections.connection where id = p_connection $$`,
    `revoke all on function connections.company_of(int) from public`,
    `grant execute on function connections.company_of(int) to balcao_app`,
  ],
};
