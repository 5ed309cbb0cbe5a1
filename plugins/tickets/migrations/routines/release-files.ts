import type { Routine } from '@balcao/sdk/server';

/** Releases files that deleted messages referred to; returns those that have to be removed after the commit. */
export const releaseFiles: Routine = {
  name: 'release-files',
  sql: [
    `create or replace function tickets.release_files(p_paths text[]) returns text[] language plpgsql volatile as $$
     declare
       v_company int := kernel.current_company();
       v_path text;
       v_gone text[] := '{}';
     begin
       -- In a fixed order, so that two transactions deleting conversations do not deadlock.
       for v_path in select distinct p from unnest(p_paths) p order by p loop
         perform kernel.hold_file(v_path);
         if not exists (select 1 from tickets.message m
                         where m.company_id = v_company and m.media_path = v_path and m.shares_file)
            and kernel.leave_file(v_path, 'tickets') then
           v_gone := v_gone || v_path;
         end if;
       end loop;
       return v_gone;
     end $$`,
  ],
};
