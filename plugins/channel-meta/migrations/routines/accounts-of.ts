import type { Routine } from '@balcao/sdk/server';

/**
 * For Meta’s callbacks about a person who logged in with the installation’s app: returns where that person connected
 * accounts. Ids of people are valid within one app, so accounts of companies’ own apps are left out.
 */
export const accountsOf: Routine = {
  name: 'accounts-of',
  sql: [
    `create or replace function channel_meta.accounts_of(p_person text)
       returns table (company_id int, connection_id int) language sql stable security definer
       set search_path = pg_catalog as $$
       select a.company_id, a.connection_id from channel_meta.account a
        where a.person_id = p_person and p_person <> '' and not a.own_app $$`,
    `revoke all on function channel_meta.accounts_of(text) from public`,
    `grant execute on function channel_meta.accounts_of(text) to balcao_app`,
  ],
};
