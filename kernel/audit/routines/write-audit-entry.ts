import type { Routine } from '@balcao/sdk/server';

/** Writes an entry that belongs to no audited request. */
export const writeAuditEntry: Routine = {
  name: 'write-audit-entry',
  sql: [
    `create or replace function kernel.write_audit_entry(entry jsonb) returns void language sql volatile security definer set search_path = '' as $$
       select kernel.audit_company(kernel.current_company(), entry) $$`,
    `revoke all on function kernel.write_audit_entry(jsonb) from public`,
    `grant execute on function kernel.write_audit_entry(jsonb) to balcao_app`,
  ],
};
