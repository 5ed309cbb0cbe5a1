import type { Routine } from '@balcao/sdk/server';

/**
 * The SQL function that writes an audit entry of the current company outside an audited request, such as one of a job.
 * The application's role may not write the table itself.
 */
export const writeAuditEntry: Routine = {
  name: 'write-audit-entry',
  sql: [
    `create or replace function kernel.write_audit_entry(entry jsonb) returns void language sql volatile security definer set search_path = '' as $$
       select kernel.audit_company(kernel.current_company(), entry) $$`,
    `revoke all on function kernel.write_audit_entry(jsonb) from public`,
    `grant execute on function kernel.write_audit_entry(jsonb) to balcao_app`,
  ],
};
