import type { Routine } from '@balcao/sdk/server';

/** Locks the file, so that no new use begins until the caller's transaction ends and existing uses can be checked. */
export const holdFile: Routine = {
  name: 'hold-file',
  sql: [
    `create or replace function kernel.hold_file(of_path text) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     begin
       perform 1 from kernel.file f where f.path = of_path and f.company_id = kernel.current_company() for update;
     end $$`,
    `revoke all on function kernel.hold_file(text) from public`,
    `grant execute on function kernel.hold_file(text) to balcao_app`,
  ],
};
