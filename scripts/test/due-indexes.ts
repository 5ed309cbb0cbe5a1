import type { Sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { statementOf } from './due-jobs.ts';

interface Plan {
  'Index Name'?: string;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/**
 * Returns the indexes by which the `due` query of a recurring job finds its companies. Whole tables are not read, as if
 * they were large.
 */
export const indexesOf = async ({ kernel }: TestHost, due: Sql): Promise<string[]> => {
  const client = await kernel.database.owner.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${statementOf(due)}`,
      [...due.values],
    );
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!explained) throw new Error('no plan was returned');
    return nodes(explained.Plan).flatMap((node) => node['Index Name'] ?? []);
  } finally {
    await client.query('rollback');
    client.release();
  }
};
