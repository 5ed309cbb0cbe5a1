import { sql, type CurrentUser, type Scope } from '@balcao/sdk/server';

/** Returns whether the list is over for the person: finished or dismissed. */
export const isOver = async (scope: Scope, user: CurrentUser): Promise<boolean> => {
  // A finished list is returned for another minute, so that the person who did the last step sees that all are done.
  const row = await scope.sql.one<{ over: boolean }>(
    sql`select exists (select from first_steps.finished where finished_at < now() - interval '1 minute')
            or exists (select from first_steps.hidden where user_id = ${user.id}) as over`,
  );
  return row?.over ?? true;
};

/** Ends the list for the company for good, also if a step is undone later. */
export const finish = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`insert into first_steps.finished (finished_at) values (now()) on conflict (company_id) do nothing`);

export const hideForAll = (scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`insert into first_steps.finished as f (finished_at) values ('-infinity')
        on conflict (company_id) do update set finished_at = excluded.finished_at`,
  );

export const hideFor = (scope: Scope, user: CurrentUser): Promise<number> =>
  scope.sql.run(sql`insert into first_steps.hidden (user_id) values (${user.id}) on conflict do nothing`);
