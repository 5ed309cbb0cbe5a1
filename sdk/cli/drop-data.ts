import type { PluginManifest } from '@balcao/sdk/manifest';
import pg from 'pg';
import { jobsOf } from './declared-jobs.ts';

/** The plugin whose data is removed. Without its manifest only data under its id is found. */
export interface RemovedPlugin {
  id: string;
  manifest: PluginManifest | undefined;
  /** Folder of the installed plugin: its server part declares the jobs. */
  folder: string | undefined;
}

export interface StoredData {
  what: string;
  count: number;
  unit: string;
}

interface DataLocation {
  /** True for choices of companies, which are kept if only the tables are recreated. */
  isChoice?: true;
  what: string;
  table: string;
  where: string;
  values: unknown[];
}

const schemaOf = (id: string): string => id.replaceAll('-', '_');

/** Returns the places in which the kernel stores data under a plugin's name. */
async function dataLocations({ id, manifest, folder }: RemovedPlugin): Promise<DataLocation[]> {
  const settings = [...Object.keys(manifest?.settings ?? {}), manifest?.toggle ?? `plugin:${id}`];
  const events = Object.keys(manifest?.emits ?? {});
  const jobs = await jobsOf(folder);
  return [
    {
      isChoice: true,
      what: 'settings and switches',
      table: 'kernel.setting',
      where: 'key = any($1::text[])',
      values: [settings],
    },
    {
      isChoice: true,
      what: 'changed permissions',
      table: 'kernel.permission_grant',
      where: 'permission = any($1::text[])',
      values: [Object.keys(manifest?.permissions ?? {})],
    },
    { isChoice: true, what: 'public addresses', table: 'kernel.address', where: 'plugin = $1', values: [id] },
    {
      what: 'events of its own, not delivered yet',
      table: 'kernel.outbox',
      where: `event = any($1::text[]) or event like $2`,
      values: [events, `${id}.%`],
    },
    {
      what: 'events kept for another try',
      table: 'kernel.event_parked',
      where: `subscriber like $1 or event = any($2::text[]) or event like $3`,
      values: [`${id}/%`, events, `${id}.%`],
    },
    { what: 'secrets of the installation', table: 'kernel.plugin_secret', where: 'plugin = $1', values: [id] },
    { what: 'sessions', table: 'kernel.session_wanted', where: 'plugin = $1', values: [id] },
    { what: 'leases', table: 'kernel.lease', where: `name ~ $1`, values: [`^[0-9]+/${id}/`] },
    {
      what: 'jobs that wait',
      table: 'jobs.job',
      where: 'name = any($1::text[]) or name like $2',
      values: [jobs, `${id}.%`],
    },
  ];
}

const exists = async (client: pg.Client, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there ?? false;
};

async function tables(client: pg.Client, schema: string): Promise<StoredData[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and relname <> 'migration'
      and not relispartition order by relname`,
    [pg.escapeIdentifier(schema)],
  );
  return Promise.all(
    rows.map(async ({ name }) => {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
      const counted = await client.query<{ rows: string }>(`select count(*)::text as rows from ${table}`);
      return { what: `table ${schema}.${name}`, count: Number(counted.rows[0]?.rows ?? 0), unit: 'rows' };
    }),
  );
}

/** Counts a plugin's data in the database. An empty schema counts; other empty places do not. */
export async function countData(client: pg.Client, leaving: RemovedPlugin): Promise<StoredData[]> {
  const schema = schemaOf(leaving.id);
  const found = await tables(client, schema);
  if (await exists(client, `${pg.escapeIdentifier(schema)}.migration`)) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${pg.escapeIdentifier(schema)}.migration`,
    );
    found.push({ what: `schema ${schema}`, count: rows[0]?.n ?? 0, unit: 'migrations' });
  }
  for (const { what, table, where, values } of await dataLocations(leaving)) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${where}`,
      values,
    );
    const count = rows[0]?.n ?? 0;
    if (count > 0) found.push({ what, count, unit: 'rows' });
  }
  return found;
}

/**
 * Removes the data in one transaction. With `keepChoices` toggles, settings, permissions and addresses stay, so that
 * the plugin is available at once with empty tables.
 */
export async function dropData(client: pg.Client, leaving: RemovedPlugin, keepChoices = false): Promise<void> {
  await client.query('begin');
  try {
    for (const { isChoice, table, where, values } of await dataLocations(leaving))
      if (!(isChoice && keepChoices) && (await exists(client, table)))
        await client.query(`delete from ${table} where ${where}`, values);
    await client.query(`drop schema if exists ${pg.escapeIdentifier(schemaOf(leaving.id))} cascade`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
