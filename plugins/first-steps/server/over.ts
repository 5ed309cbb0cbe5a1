import { sql, type CurrentUser, type Scope } from '@balcao/sdk/server';

/** Whether the list is over for the person: finished or put away. */
export const isOver = async (scope: Scope, user: CurrentUser): Promise<boolean> => {
  // Finished just now, the list is answered for another minute, so that whoever did the last step sees that it was the last.
  const row = await scope.sql.one<{ over: boolean }>(
    sql`select exists (select from first_steps.finished where finished_at < now() - interval '1 minute')
            or exists (select from first_steps.hidden where user_id = ${user.id}) as over`,
  );
  return row?.over ?? true;
};

/** From here on nobody of the company is asked again, and what is taken away later does not bring the list back. */
export const finish = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`insert into first_steps.finished (finished_at) values (now()) on conflict (company_id) do nothing`);

export const hideForAll = (scope: Scope): Promise<number> =>
  scope.sql.run(
    sql`insert into first_steps.finished as f (finished_at) values ('-infinity')
        on conflict (company_id) do update set finished_at = excluded.finished_at`,
  );

export const hideFor = (scope: Scope, user: CurrentUser): Promise<number> =>
  scope.sql.run(sql`insert into first_steps.hidden (user_id) values (${user.id}) on conflict do nothing`);
