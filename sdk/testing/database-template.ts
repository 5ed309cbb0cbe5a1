import { createHash } from 'node:crypto';
import pg from 'pg';
import { tablesOf } from '../../kernel/index.ts';

const lockClass = 7320;

/**
 * Returns the name of a database in which these plugins' migrations ran and nothing else happened, to be cloned:
 * running the migrations takes about ten times as long as copying their result. It is created once per server, by the
 * first process; its name depends on the migrations, so that a server that outlives a change of code does not use an
 * old one.
 */
export const migratedTemplate = async (
  serverUrl: string,
  roots: Parameters<typeof tablesOf>[0],
  { sandbox }: { sandbox: boolean },
): Promise<string> => {
  // Read each time: a suite may have put other migrations into a plugin that was imported before.
  const tables = await tablesOf(roots, { sandbox });
  const digest = createHash('sha256').update(JSON.stringify(tables.statements)).digest('hex');
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
    await tables.make(url.href);
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
};
