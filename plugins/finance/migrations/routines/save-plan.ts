import type { Routine } from '@balcao/sdk/server';

/** Creates or updates a plan; returns its id, or null when there is no such plan. */
export const savePlan: Routine = {
  name: 'save-plan',
  sql: [
    `create or replace function finance.save_plan(wanted int, called text, most_users int, most_connections int, most_queues int,
         cents int, is_hidden boolean)
       returns int language plpgsql volatile security definer set search_path = pg_catalog as $$
     declare saved int;
     begin
       if wanted is null then
         insert into finance.plan (name, users, connections, queues, value_cents, hidden)
           values (called, most_users, most_connections, most_queues, cents, coalesce(is_hidden, false)) returning id into saved;
       else
         update finance.plan set name = called, users = most_users, connections = most_connections,
           queues = most_queues, value_cents = cents, hidden = coalesce(is_hidden, hidden) where id = wanted returning id into saved;
       end if;
       return saved;
     end $$`,
    `revoke all on function finance.save_plan(int, text, int, int, int, int, boolean) from public`,
    `grant execute on function finance.save_plan(int, text, int, int, int, int, boolean) to balcao_app`,
  ],
};
