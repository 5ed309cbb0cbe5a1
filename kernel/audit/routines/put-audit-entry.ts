import type { Routine } from '@balcao/sdk/server';

/** Inserts an entry into one log, or extends the entry of the same request. */
export const putAuditEntry: Routine = {
  name: 'put-audit-entry',
  sql: [
    `create or replace function kernel.put_audit_entry(company int, about int, entry jsonb, changed jsonb) returns void language plpgsql volatile as $$
     begin
       insert into kernel.audit as a (company_id, concerns, request, user_id, user_name, super, ip, user_agent, plugin, action, subject, detail, changes, search)
       values (company, about, entry->>'request', (entry->>'userId')::int, entry->>'userName', (entry->>'super')::boolean,
               entry->>'ip', entry->>'userAgent', entry->>'plugin', entry->>'action', entry->>'subject', entry->'detail', changed,
               kernel.normalise(concat_ws(' ', entry->>'userName', entry->>'ip', entry->>'action', entry->>'subject', left(changed::text, 2000))))
       on conflict (company_id, request) do update set
         concerns = coalesce(excluded.concerns, a.concerns),
         action = excluded.action, subject = excluded.subject, detail = excluded.detail,
         changes = case when jsonb_array_length(a.changes) < 50 then a.changes || excluded.changes else a.changes end,
         search = left(a.search || ' ' || excluded.search, 6000);
     end $$`,
    `revoke all on function kernel.put_audit_entry(int, int, jsonb, jsonb) from public`,
  ],
};
