import type { Routine } from '@balcao/sdk/server';

/** Creates or changes an announcement; returns its id, or no row when it does not exist. */
export const save: Routine = {
  name: 'save',
  sql: [
    `create or replace function announcements.save(wanted int, called text, body text, film text, rank int, active boolean)
       returns table (id int) language plpgsql volatile security definer set search_path = pg_catalog as $$
     #variable_conflict use_column
     begin
       if wanted is null then
         return query insert into announcements.announcement as a (title, text, video, priority, status, published_at)
           values (called, body, film, rank, active, case when active then now() end) returning a.id;
       else
         return query update announcements.announcement as a
           set title = called, text = body, video = film, priority = rank, status = active,
             published_at = coalesce(published_at, case when active then now() end)
           where a.id = wanted returning a.id;
       end if;
     end $$`,
    `revoke all on function announcements.save(int, text, text, text, int, boolean) from public`,
    `grant execute on function announcements.save(int, text, text, text, int, boolean) to balcao_app`,
  ],
};
