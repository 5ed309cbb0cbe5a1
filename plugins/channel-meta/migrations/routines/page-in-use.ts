import type { Routine } from '@balcao/sdk/server';

/** True while any connection of the installation needs the subscription of a page: both channels of a page share it. Accounts without a page share nothing. */
export const pageInUse: Routine = {
  name: 'page-in-use',
  sql: [
    `create or replace function channel_meta.page_in_use(p_page text) returns boolean language sql stable security definer
       set search_path = pg_catalog as $$ select p_page <> '' and exists (select 1 from channel_meta.account a where a.page_id = p_page) $$`,
    `revoke all on function channel_meta.page_in_use(text) from public`,
    `grant execute on function channel_meta.page_in_use(text) to balcao_app`,
  ],
};
