import type { Routine } from '@balcao/sdk/server';

/** Deletes an announcement; returns the path of its picture. */
export const remove: Routine = {
  name: 'remove',
  sql: [
    `create or replace function announcements.remove(wanted int)
       returns table (before text) language sql volatile security definer set search_path = pg_catalog as $$
       delete from announcements.announcement a where a.id = wanted returning a.media_path $$`,
    `revoke all on function announcements.remove(int) from public`,
    `grant execute on function announcements.remove(int) to balcao_app`,
  ],
};
