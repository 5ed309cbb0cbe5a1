import type { Routine } from '@balcao/sdk/server';

/** Deletes a provider of the platform; returns its id, or no row when it does not exist. */
export const removePlatformProvider: Routine = {
  name: 'remove-platform-provider',
  sql: [
    `create or replace function chatai.remove_platform_provider(wanted int)
       returns table (id int) language sql volatile security definer set search_path = pg_catalog as $$
       delete from chatai.platform_provider p where p.id = wanted returning p.id $$`,
    `revoke all on function chatai.remove_platform_provider(int) from public`,
    `grant execute on function chatai.remove_platform_provider(int) to balcao_app`,
  ],
};
