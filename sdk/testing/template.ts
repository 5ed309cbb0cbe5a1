import { createHash } from 'node:crypto';
import pg from 'pg';
import type { PluginRoot } from '../../kernel/host/discover.ts';
import { loadPlugins } from '../../kernel/host/load.ts';
import { createLog } from '../../kernel/log.ts';
import { kernelMigrations, openSchema } from '../../kernel/schema.ts';

const lockClass = 7320;

/**
 * The name of a database in which these plugins' migrations ran and nothing else happened, to be cloned: running the
 * migrations takes some ten times as long as copying what they make. Made once a server, by whichever process asks
 * first; its name tells the migrations, so that a server that outlives a change of code keeps no old one in use.
 */
export const migratedTemplate = async (
  serverUrl: string,
  roots: readonly PluginRoot[],
  { sandbox }: { sandbox: boolean },
): Promise<string> => {
  // Each time: a suite may have put other migrations into a plugin that was imported before.
  const loading = await loadPlugins(roots, { sandbox });
  const said = [
    { id: 'kernel', migrations: kernelMigrations },
    ...loading.loaded.map(({ source, plugin }) => ({
      id: source.manifest.id,
      migrations: [...(plugin.parts.migrations ?? []), ...(plugin.parts.routines ?? [])],
    })),
  ].map(({ id, migrations }) => [id, ...migrations.flatMap(({ name, sql }) => [name, ...sql])]);
  const name = `balcao_template_${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 24)}`;
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
    const log = createLog('fatal');
    const { database } = await openSchema(loading, { url: url.href, appSecret: 'template', log });
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
};
