import type { Routine } from '@balcao/sdk/server';

/**
 * Registers that somebody connected to a node or left it. Returns whether they are online now, or null when that did
 * not change. `first_online` is the first connection of the day, in the company's time zone.
 */
export const setPresence: Routine = {
  name: 'set-presence',
  sql: [
    `create or replace function kernel.set_presence(at_node uuid, company int, person int, here boolean) returns boolean
     language plpgsql as $$
     declare
       was boolean;
       now_is boolean;
     begin
       -- Two nodes that change one person wait for each other here, so the second sees what the first wrote.
       select u.online into was from kernel."user" u
        where u.company_id = company and u.id = person for no key update;
       if not found then return null; end if;
       if here then
         insert into kernel.presence (node, company_id, user_id) values (at_node, company, person)
         on conflict do nothing;
       else
         delete from kernel.presence p where p.user_id = person and p.node = at_node;
       end if;
       now_is := here or exists (
         select from kernel.presence p
           join kernel.lease l on l.name = 'node/' || p.node::text and l.expires_at > clock_timestamp()
          where p.user_id = person);
       if here or now_is <> was then
         update kernel."user" u set
           online = now_is,
           last_online = now(),
           first_online = case
             when here and (u.first_online is null
               or (u.first_online at time zone c.time_zone)::date < (now() at time zone c.time_zone)::date)
             then now() else u.first_online end
         from kernel.company c where c.id = u.company_id and u.id = person;
       end if;
       return case when now_is <> was then now_is end;
     end $$`,
  ],
};
