import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Migration, Routine } from '@balcao/sdk/server';
import { templateDatabase } from '../../../sdk/testing/database-template.ts';
import { companyMarks } from '../../database/company-mark.ts';
import { base } from '../../database/migrations/0001-base.ts';
import { databaseRoutines } from '../../database/migrations/routines/index.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates a database with the kernel's base and the given migrations and routines. */
export const makeDatabase = async (
  migrations: readonly Migration[] = [],
  routines: readonly Routine[] = [],
): Promise<TestDatabase> => {
  const adminUrl = inject('databaseUrl');
  const name = `kernel_${randomUUID().replaceAll('-', '')}`;
  const statements = [base, ...migrations, ...databaseRoutines, ...routines].flatMap(({ sql }) => sql);
  const template = await templateDatabase(adminUrl, statements, async (filled) => {
    await once(filled, [
      `do $$ begin create role balcao_app login; exception when duplicate_object or unique_violation then null; end $$`,
      'create schema kernel',
    ]);
    const filling = new pg.Pool({ connectionString: filled, max: 1 });
    await companyMarks(filling);
    await filling.query(['begin', 'set local check_function_bodies = off', ...statements, 'commit'].join(';\n'));
    await filling.end();
  });
  await once(adminUrl, [`create database ${name} template ${template} strategy file_copy`]);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 6 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await once(adminUrl, [`drop database if exists ${name} with (force)`]);
    },
  };
};

/** Creates the policies that the kernel's migration run creates on every table with a company. */
export const securePolicies = async (pool: pg.Pool, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await pool.query(`alter table ${table} enable row level security`);
    await pool.query(`create policy tenant on ${table} to balcao_app using (company_id = kernel.current_company())`);
  }
};

/** Terminates all other connections to the pool's database, as a restart of PostgreSQL does. */
export const cutConnections = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

const once = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
