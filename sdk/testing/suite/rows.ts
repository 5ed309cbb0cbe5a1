import type pg from 'pg';
import { poll } from '../eventually.ts';
import { quoted } from './catalogue.ts';

type Client = Pick<pg.Pool, 'query'>;

/** Tables that change over time by themselves, or without rows of a single company. */
const volatileTables = new Set([
  'kernel.outbox',
  'kernel.event_retry',
  'kernel.session',
  'kernel.session_token',
  'kernel.password_reset',
  'kernel.lease',
]);

const companyTables = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
};

const digests = async (client: Client, company: number): Promise<Record<string, string>> => {
  const tables = (await companyTables(client)).filter((name) => !volatileTables.has(name));
  const each = tables.map(
    (name) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum
         from ${quoted(name)} t where company_id = $1`,
  );
  const own = `select 'kernel.company' as name, md5(c::text) as sum from kernel.company c where id = $1`;
  const { rows } = await client.query<{ name: string; sum: string }>([...each, own].join(' union all '), [company]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
};

const hasEvents = async (client: Client, company: number): Promise<boolean> =>
  (await client.query('select from kernel.outbox where company_id = $1 limit 1', [company])).rows.length > 0;

/**
 * Returns a checksum per table over all data of a company, once its own events are delivered and nothing changes any
 * more.
 */
export const settled = async (client: Client, company: number): Promise<Record<string, string>> => {
  await poll(async () => !(await hasEvents(client, company)), 5_000);
  for (let before = await digests(client, company); ;) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    const now = await digests(client, company);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
};

/** Returns the tables in which rows of a company contain a text. */
export const tablesWith = async (client: Client, company: number, text: string): Promise<string[]> => {
  const each = (await companyTables(client)).map(
    (name) =>
      `select '${name}' as name where exists (select from ${quoted(name)} t where company_id = $1 and t::text like $2)`,
  );
  const { rows } = await client.query<{ name: string }>(each.join(' union all '), [company, `%${text}%`]);
  return rows.map(({ name }) => name);
};

/** Returns the executed migrations with their times, and every column, index and constraint of a schema. */
export const shapeOf = async (client: Client, schema: string): Promise<{ history: string; shape: string[] }> => {
  const exists = await client.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [
    `${quoted(schema)}.migration`,
  ]);
  const history = exists.rows[0]?.there
    ? (await client.query(`select name, checksum, executed_at from ${quoted(schema)}.migration order by name`)).rows
    : [];
  const { rows } = await client.query<{ line: string }>(
    `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
              || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p', 'v', 'm')
      union all select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = to_regnamespace($1)
      union all select o.conrelid::regclass || ' ' || o.conname || ' ' || pg_get_constraintdef(o.oid) from pg_constraint o
         where o.connamespace = to_regnamespace($1) and o.contype in ('c', 'f', 'u', 'p')
      union all select p.oid::regprocedure || ' ' || md5(p.prosrc) from pg_proc p where p.pronamespace = to_regnamespace($1)
      order by 1`,
    [schema],
  );
  return { history: JSON.stringify(history), shape: rows.map(({ line }) => line) };
};

/** Returns the number of rows in each table of a schema. */
export const countsOf = async (client: Client, schema: string): Promise<Map<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and not relispartition and relname <> 'migration'`,
    [schema],
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${quoted(`${schema}.${name}`)}`);
    counts.set(name, rows[0]?.n ?? 0);
  }
  return counts;
};
