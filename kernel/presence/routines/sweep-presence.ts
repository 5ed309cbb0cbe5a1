import type { Routine } from '@balcao/sdk/server';

/**
 * Removes people who were connected only to dead nodes, and returns those who went offline. One node at a time runs
 * it.
 */
export const sweepPresence: Routine = {
  name: 'sweep-presence',
  sql: [
    `create or replace function kernel.sweep_presence() returns table (company int, person int)
     language plpgsql as $$
     begin
       if not pg_try_advisory_xact_lock(hashtextextended('kernel.sweep_presence', 0)) then return; end if;
       delete from kernel.presence p
        where not exists (select from kernel.lease l
                           where l.name = 'node/' || p.node::text and l.expires_at > clock_timestamp());
       delete from kernel.lease l
        where l.name like 'node/%' and l.expires_at < clock_timestamp() - interval '1 minute';
       -- The rows are locked first and judged by the next statement, which sees people who are just coming back.
       perform from kernel."user" u
         where u.online and not exists (select from kernel.presence p where p.user_id = u.id)
         order by u.id for no key update;
       return query
         update kernel."user" u set online = false, last_online = now()
          where u.online and not exists (select from kernel.presence p where p.user_id = u.id)
         returning u.company_id, u.id;
     end $$`,
  ],
};
