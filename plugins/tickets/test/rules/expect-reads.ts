import { expect } from 'vitest';
import { sql, type Scope, type Sql } from '@balcao/sdk/server';

interface Plan {
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** Expects the statement to read these indexes and nothing else, and no row beside its result. */
export const expectReads = async (
  scope: Scope,
  query: Sql,
  indexes: string | readonly string[],
  most: number,
): Promise<void> => {
  const row = await scope.sql.one<{ 'QUERY PLAN': { Plan: Plan }[] }>(sql`explain (analyze, format json) ${query}`);
  const [explained] = row?.['QUERY PLAN'] ?? [];
  if (!explained) throw new Error('no plan was returned');
  const plan = nodes(explained.Plan);
  expect(plan.map((node) => node['Index Name']).filter(Boolean)).toEqual([indexes].flat());
  expect(plan.map((node) => node['Rows Removed by Filter'] ?? 0).filter((removed) => removed > 0)).toEqual([]);
  expect(Math.max(...plan.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(most);
};
