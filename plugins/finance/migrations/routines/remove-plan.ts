import type { Routine } from '@balcao/sdk/server';

/** Deletes a plan. Returns 'gone', 'used' (companies have it) or 'removed'. */
export const removePlan: Routine = {
  name: 'remove-plan',
  sql: [
    `create or replace function finance.remove_plan(wanted int) returns text language plpgsql volatile security definer
       set search_path = pg_catalog as $$
     begin
       perform 1 from finance.plan where id = wanted for update;
       if not found then return 'gone'; end if;
       if exists (select from finance.account where plan_id = wanted) then return 'used'; end if;
       delete from finance.plan where id = wanted;
       return 'removed';
     end $$`,
    `revoke all on function finance.remove_plan(int) from public`,
    `grant execute on function finance.remove_plan(int) to balcao_app`,
  ],
};
