import { createHash } from 'node:crypto';
import pg from 'pg';
import { tablesOf } from '@balcao/kernel';

const lockClass = 7320;

/**
 * The name of a database in which these plugins' migrations ran and nothing else happened, to be cloned: running the
 * migrations takes some ten times as long as copying what they make. Made once a server, by whichever process asks
 * first; its name tells the migrations, so that a server that outlives a change of code keeps no old one in use.
 */
export const migratedTemplate = async (
  serverUrl: string,
  roots: Parameters<typeof tablesOf>[0],
  { sandbox }: { sandbox: boolean },
): Promise<string> => {
  // Each time: a suite may have put other migrations into a plugin that was imported before.
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
