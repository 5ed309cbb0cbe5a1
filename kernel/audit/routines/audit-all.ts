import type { Routine } from '@balcao/sdk/server';

/** Writes an entry into every log it concerns, in a transaction of the kernel's own login or without one. */
export const auditAll: Routine = {
  name: 'audit-all',
  sql: [
    `create or replace function kernel.audit_all(entry jsonb) returns void language plpgsql volatile as $$
     declare
       changed text := coalesce(current_setting('app.audit_changes', true), '');
       company int;
     begin
       if jsonb_array_length(entry->'companies') = 0 then perform kernel.audit_company(null, entry); end if;
       for company in select value::int from jsonb_array_elements_text(entry->'companies') loop
         perform set_config('app.audit_changes', changed, true);
         perform kernel.audit_company(company, entry);
       end loop;
     end $$`,
    `revoke all on function kernel.audit_all(jsonb) from public`,
  ],
};
