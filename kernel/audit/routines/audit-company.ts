import type { Routine } from '@balcao/sdk/server';

/**
 * Writes an entry of a company's log, or only of the platform's when `company` is null. 'brief' keeps a company's
 * data out of the platform's log. The caller passes the company, so only the kernel's own login may call it.
 */
export const auditCompany: Routine = {
  name: 'audit-company',
  sql: [
    `create or replace function kernel.audit_company(company int, entry jsonb) returns void language plpgsql volatile as $$
     declare changed jsonb := coalesce(nullif(current_setting('app.audit_changes', true), ''), '[]')::jsonb;
     begin
       if company is not null then perform kernel.put_audit_entry(company, null, entry, changed); end if;
       if entry->>'platform' = 'whole' then perform kernel.put_audit_entry(null, company, entry, changed);
       elsif entry->>'platform' = 'brief' then
         perform kernel.put_audit_entry(null, company, entry || '{"subject": "", "detail": {}}', '[]');
       end if;
       perform set_config('app.audit_changes', '', true);
     end $$`,
    `revoke all on function kernel.audit_company(int, jsonb) from public`,
  ],
};
