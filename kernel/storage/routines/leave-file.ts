import type { Routine } from '@balcao/sdk/server';

/**
 * Removes a reference to a file. Returns true when its owner removed it and nobody uses it any more, so that the
 * caller must remove it after the commit.
 */
export const leaveFile: Routine = {
  name: 'leave-file',
  sql: [
    `create or replace function kernel.leave_file(of_path text, by_holder text) returns boolean
     language plpgsql volatile security definer set search_path = '' as $$
     declare
       company int := kernel.current_company();
       gone boolean;
     begin
       select f.owner_gone into gone from kernel.file f where f.path = of_path and f.company_id = company for update;
       if not found then return false; end if;
       delete from kernel.file_use u where u.path = of_path and u.company_id = company and u.holder = by_holder;
       return gone and not exists (select 1 from kernel.file_use u where u.path = of_path);
     end $$`,
    `revoke all on function kernel.leave_file(text, text) from public`,
    `grant execute on function kernel.leave_file(text, text) to balcao_app`,
  ],
};
