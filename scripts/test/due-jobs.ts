import type { Sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';

/**
 * Lets the time pass until the waiting jobs of this id are due, of one company or of all, and has the nodes look for
 * them at once. A recurring job that looks for companies with something due looks now, and runs where it finds some.
 */
export const dueNow = async ({ kernel }: TestHost, job: { id: string }, companyId?: number): Promise<void> => {
  await kernel.database.owner.query(
    `with due as (
       update jobs.job set next_run_at = now()
        where name = $1 and next_run_at > now() and ($2::text is null or data->>'companyId' in ($2, '0')) returning name)
     select pg_notify('balcao_jobs', json_build_object('jobName', name, 'nextRunAt', null)::text) from due`,
    [job.id, companyId === undefined ? null : String(companyId)],
  );
};

/** Returns the text of a query with its parameters as $1, $2 and so on. */
export const statementOf = ({ text }: Sql): string =>
  text.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('');

/** Returns the companies that the `due` query of a recurring job finds now. */
export const companiesDue = async ({ kernel }: TestHost, due: Sql): Promise<number[]> => {
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select distinct d.company_id::int as id from (${statementOf(due)}) d`,
    [...due.values],
  );
  return rows.map(({ id }) => id);
};

/** A look that began before its work was due found nothing. */
const againMs = 3_000;

/** Makes a recurring job due until `isDone`: now, and seldom again. */
export const doneByJob = (host: TestHost, job: { id: string }, isDone: () => boolean | Promise<boolean>) => {
  let next = 0;
  return eventually(async () => {
    if (Date.now() >= next) {
      await dueNow(host, job);
      next = Date.now() + againMs;
    }
    return isDone();
  });
};
