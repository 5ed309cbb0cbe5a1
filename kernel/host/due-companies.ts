import type pg from 'pg';
import { sql, type Sql } from '@balcao/sdk/server';
import { writeStatement } from '../database/statement.ts';

/** A query that scans whole tables of all companies must not hold up the others. */
const limitMs = 10_000;

/**
 * Runs the `due` query of a recurring job over all companies, read-only, and returns nothing of it but the ids of
 * companies.
 */
export const dueCompanies = async (owner: pg.Pool, due: Sql): Promise<number[]> => {
  const statement = writeStatement(sql`select distinct d.company_id::int as id from (${due}) d`);
  // Sent together these are one transaction, which the server ends also when the query fails.
  const results = (await owner.query(
    `set transaction read only; set local statement_timeout = ${limitMs}; ${statement}`,
  )) as unknown as pg.QueryResult<{ id: number }>[];
  return results.flatMap(({ rows }) => rows).map(({ id }) => id);
};
