import { randomBytes } from 'node:crypto';
import type { Log } from '@balcao/sdk/server';
import pg from 'pg';
import { inject } from 'vitest';

export const appSecret = 'test-secret';

/** Creates an empty database on the test server. */
export const freshDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const admin = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(admin, `drop database if exists ${name} with (force)`) };
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
