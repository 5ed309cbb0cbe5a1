import type { Routine } from '@balcao/sdk/server';

/**
 * Writes an entry of a company's log. `company` null: no company's log tells of it. 'brief' keeps a company's data out
 * of the platform's log. Whoever may call it says the company: the kernel's own login alone.
 */
export const note: Routine = {
  name: 'note',
  sql: [
    `create or replace function kernel.note(company int, entry jsonb) returns void language plpgsql volatile as $$
     declare changed jsonb := coalesce(nullif(current_setting('app.trail_changes', true), ''), '[]')::jsonb;
     begin
       if company is not null then perform kernel.put_note(company, null, entry, changed); end if;
       if entry->>'platform' = 'whole' then perform kernel.put_note(null, company, entry, changed);
       elsif entry->>'platform' = 'brief' then
         perform kernel.put_note(null, company, entry || '{"subject": "", "detail": {}}', '[]');
       end if;
       perform set_config('app.trail_changes', '', true);
     end $$`,
    `revoke all on function kernel.note(int, jsonb) from public`,
  ],
};
