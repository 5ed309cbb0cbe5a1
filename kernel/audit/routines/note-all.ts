import type { Routine } from '@balcao/sdk/server';

/** In a transaction of the kernel's own login, or without one: writes an entry into every log that tells of it. */
export const noteAll: Routine = {
  name: 'note-all',
  sql: [
    `create or replace function kernel.note_all(entry jsonb) returns void language plpgsql volatile as $$
     declare
       changed text := coalesce(current_setting('app.trail_changes', true), '');
       company int;
     begin
       if jsonb_array_length(entry->'companies') = 0 then perform kernel.note(null, entry); end if;
       for company in select value::int from jsonb_array_elements_text(entry->'companies') loop
         perform set_config('app.trail_changes', changed, true);
         perform kernel.note(company, entry);
       end loop;
     end $$`,
    `revoke all on function kernel.note_all(jsonb) from public`,
  ],
};
