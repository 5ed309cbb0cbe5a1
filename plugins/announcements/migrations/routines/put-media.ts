import type { Routine } from '@balcao/sdk/server';

/** Stores the picture of an announcement; returns the path of the former one. */
export const putMedia: Routine = {
  name: 'put-media',
  sql: [
    `create or replace function announcements.put_media(wanted int, path text, called text)
       returns table (before text) language sql volatile security definer set search_path = pg_catalog as $$
       with before as (select a.id, a.media_path from announcements.announcement a where a.id = wanted for update)
       update announcements.announcement a set media_path = path, media_name = called
         from before b where a.id = b.id returning b.media_path $$`,
    `revoke all on function announcements.put_media(int, text, text) from public`,
    `grant execute on function announcements.put_media(int, text, text) to balcao_app`,
  ],
};
