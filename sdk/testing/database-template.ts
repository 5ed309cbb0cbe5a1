import { createHash } from 'node:crypto';
import pg from 'pg';
import { tablesOf } from '@balcao/kernel';

const lockClass = 7320;
const prefix = 'balcao_template_';

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);

/** Templates that are finished, by server and name: nothing removes them while a server runs. */
const finished = new Set<string>();

/** Runs statements on the server, not in one of its cloned databases. */
const onServer = async <T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Returns the name of a database to be cloned: filling one takes about ten times as long as copying it. It is filled
 * once per server, by the first process. Its name depends on `content`, so that a server that outlives a change of code
 * does not use an old one. Processes that fill it must disconnect. `parts`: digests of what it contains; the filling
 * starts with a clone of the template that contains most of these parts and nothing else. `prepare` runs before that,
 * only when the database has to be filled, and may make such templates.
 */
export const templateDatabase = async (
  serverUrl: string,
  content: unknown,
  fill: (databaseUrl: string) => Promise<unknown>,
  { parts = [], prepare }: { parts?: readonly string[]; prepare?(): Promise<void> } = {},
): Promise<string> => {
  const name = prefix + digestOf(content);
  const key = `${serverUrl} ${name}`;
  if (finished.has(key)) return name;
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await prepare?.();
    const base = parts.length > 0 ? await nearestTemplate(client, parts) : undefined;
    await client.query(`create database ${unfinished}${base ? ` template ${base} strategy file_copy` : ''}`);
    const url = new URL(serverUrl);
    url.pathname = `/${unfinished}`;
    await fill(url.href);
    await client.query(`comment on database ${unfinished} is ${pg.escapeLiteral(parts.join(' '))}`);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  finished.add(key);
  return name;
};

/** Returns the finished template that contains most of these parts and nothing else; undefined if there is none. */
const nearestTemplate = async (client: pg.Client, parts: readonly string[]): Promise<string | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name
       from pg_database, string_to_array(shobj_description(oid, 'pg_database'), ' ') as contained
      where datname ~ $1 and contained <@ $2 and contained <> '{}'
      order by cardinality(contained) desc limit 1`,
    [`^${prefix}[0-9a-f]+$`, parts],
  );
  return rows[0]?.name;
};

type Owners = Awaited<ReturnType<typeof tablesOf>>['owners'];

/** Owners whose requirements are partly absent are other parts: their tables were created in another order. */
const partsOf = (owners: Owners): string[] => {
  const ids = owners.map(({ id }) => id);
  return owners.map(({ statements, requires }) => digestOf([statements, requires.filter((id) => ids.includes(id))]));
};

/**
 * Returns the template that contains most of these tables and none but these; undefined if there is none. For a
 * database that is needed once: the rest is created in the clone itself.
 */
export const templateWithMostOf = (serverUrl: string, owners: Owners): Promise<string | undefined> =>
  onServer(serverUrl, (client) => nearestTemplate(client, partsOf(owners)));

/**
 * Returns the name of a database in which these plugins' migrations ran and nothing else happened, to be cloned. The
 * plugins that others of them require get a template of their own first: most sets of plugins share those.
 */
export const migratedTemplate = async (
  serverUrl: string,
  roots: Parameters<typeof tablesOf>[0],
  { sandbox }: { sandbox: boolean },
): Promise<string> => {
  // Read each time: a suite may have put other migrations into a plugin that was imported before.
  const tables = await tablesOf(roots, { sandbox });
  const templateOf = async (owners: Owners): Promise<string> => {
    const required = owners.filter(({ id }) => owners.some(({ requires }) => requires.includes(id)));
    const parts = partsOf(owners);
    const prepare = async (): Promise<void> => {
      if (required.length > 0) await templateOf(required);
    };
    return templateDatabase(serverUrl, parts, (url) => tables.make(url, owners), { parts, prepare });
  };
  return templateOf(tables.owners);
};
