import { randomBytes } from 'node:crypto';
import type { Log } from '@balcao/sdk/server';
import pg from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from '../../../sdk/testing/database-template.ts';
import { migrate, openDatabase, type MigrationSet } from '../index.ts';

export const appSecret = 'test-secret';

interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database on the test server: empty, or a copy of another. */
export const freshDatabase = async (template?: string): Promise<FreshDatabase> => {
  const admin = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(admin, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(admin, `drop database if exists ${name} with (force)`) };
};

/** Creates a database in which these migrations ran; they run once for all tests that want the same. */
export const migratedDatabase = async (sets: readonly MigrationSet[]): Promise<FreshDatabase> => {
  const fill = async (url: string): Promise<void> => {
    const database = await openDatabase({ url, entities: [], log: silentLog, appSecret });
    try {
      const faults = (await migrate(database, sets)).flatMap((report) => report.faults);
      if (faults.length > 0) throw new Error(JSON.stringify(faults));
    } finally {
      await database.close();
    }
  };
  return freshDatabase(await templateDatabase(inject('databaseUrl'), sets, fill));
};

const once = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
