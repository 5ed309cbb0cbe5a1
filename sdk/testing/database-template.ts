import { createHash } from 'node:crypto';
import pg from 'pg';
import { tablesOf } from '@balcao/kernel';

const lockClass = 7320;

/**
 * Returns the name of a database to be cloned: filling one takes about ten times as long as copying it. It is filled
 * once per server, by the first process. Its name depends on `content`, so that a server that outlives a change of code
 * does not use an old one. Processes that fill it must disconnect.
 */
export const templateDatabase = async (
  serverUrl: string,
  content: unknown,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<string> => {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const name = `balcao_template_${digest.slice(0, 24)}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const url = new URL(serverUrl);
    url.pathname = `/${unfinished}`;
    await fill(url.href);
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
};

/** Returns the name of a database in which these plugins' migrations ran and nothing else happened, to be cloned. */
export const migratedTemplate = async (
  serverUrl: string,
  roots: Parameters<typeof tablesOf>[0],
  { sandbox }: { sandbox: boolean },
): Promise<string> => {
  // Read each time: a suite may have put other migrations into a plugin that was imported before.
  const tables = await tablesOf(roots, { sandbox });
  return templateDatabase(serverUrl, tables.statements, (url) => tables.make(url));
};
