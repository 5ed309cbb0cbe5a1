import type { Routine } from '@balcao/sdk/server';

/**
 * Deletes the device with this endpoint in any company: whoever knows an endpoint controls that browser, and may take
 * it over.
 */
export const freeEndpoint: Routine = {
  name: 'free-endpoint',
  sql: [
    `create or replace function notifications.free_endpoint(taken text) returns void language sql volatile security definer
       set search_path = pg_catalog as $$
       delete from notifications.device where md5(endpoint) = md5(taken) and endpoint = taken $$`,
    `revoke all on function notifications.free_endpoint(text) from public`,
    `grant execute on function notifications.free_endpoint(text) to balcao_app`,
  ],
};
