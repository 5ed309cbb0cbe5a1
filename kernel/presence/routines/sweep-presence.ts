import type { Routine } from '@balcao/sdk/server';

/** Takes away whom only dead nodes held, and answers who went offline by it. One node at a time does it. */
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
       -- Locked first and judged by the next statement: who is coming back right now is seen there.
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
