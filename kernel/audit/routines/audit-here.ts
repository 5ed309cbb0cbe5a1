import type { Routine } from '@balcao/sdk/server';

/**
 * Writes the audit entry at the end of a request's transaction, unless it only read. Only actions of super users are
 * stored in the platform's log.
 */
export const auditHere: Routine = {
  name: 'audit-here',
  sql: [
    `create or replace function kernel.audit_here(entry jsonb) returns boolean language plpgsql volatile security definer set search_path = '' as $$
     declare
       proved text[] := kernel.proved();
       here int := proved[1]::int;
       entry_here jsonb := case when proved[3] = 's' then entry else entry - 'platform' end;
     begin
       if pg_catalog.pg_current_xact_id_if_assigned() is null then return false; end if;
       if entry_here->'companies' is null or entry_here->'companies' @> pg_catalog.to_jsonb(here) then perform kernel.audit_company(here, entry_here);
       else perform kernel.audit_company(null, entry_here); end if;
       return true;
     end $$`,
    `revoke all on function kernel.audit_here(jsonb) from public`,
    `grant execute on function kernel.audit_here(jsonb) to balcao_app`,
  ],
};
