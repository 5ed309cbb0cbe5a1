import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { dueCompanies } from './due-companies.ts';

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
});
afterAll(() => pool.end());

test('A look for companies returns each once, and nothing but their ids', async () => {
  const due = sql`select n as company_id, 'secret' as name from unnest(${[3, 4, 3]}::int[]) n`;
  expect((await dueCompanies(pool, due)).toSorted()).toEqual([3, 4]);
});

test('A look for companies that fails leaves its connection as it was', async () => {
  await expect(dueCompanies(pool, sql`select 1 / n as company_id from (values (0)) v (n)`)).rejects.toThrow('division');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('A look for companies can change nothing, and what comes after it on its connection can', async () => {
  await expect(dueCompanies(pool, sql`select lo_create(0)::bigint as company_id`)).rejects.toMatchObject({
    code: '25006',
  });
  await pool.query('create temp table after_it (n int)');
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});
