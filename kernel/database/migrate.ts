import { createHash } from 'node:crypto';
import type { Migration, Routine } from '@balcao/sdk/server';
import pg from 'pg';
import { type Catalogue, changesOutside, readCatalogue, watchRows } from './catalogue.ts';
import { endsTransaction } from './sql-code.ts';
import type { Database } from './database.ts';
import type { MigrationFault } from './faults.ts';
import { preserveSettings, undeclaredSettings } from './preserve-settings.ts';
import { base } from './migrations/0001-base.ts';
import { databaseRoutines } from './migrations/routines/index.ts';
import { Routines } from './routines.ts';
import { secure } from './secure.ts';
import { isUnavailable, wrapUnavailable } from './unavailable.ts';

/*
 * The migrations of one plugin. The kernel has its own runner, since migrations are SQL as data and run forward only:
 * the ORM's migrator has one list, ignores history that is newer than the code, and commits before the result of a
 * migration can be checked.
 */

export interface MigrationSet {
  /** Id of the plugin; `kernel` for the kernel's own, which run first. */
  id: string;
  migrations: readonly Migration[];
  routines?: readonly Routine[];
  platformTables?: readonly string[];
  /** Keys of the settings that the plugin declares, whose former defaults its migrations may preserve. */
  settings?: readonly string[];
  /** Passed on in the report: a fault of a core plugin stops the start, a fault of another only that plugin. */
  core?: boolean;
}

export interface MigrationReport {
  plugin: string;
  schema: string;
  core: boolean;
  /** Names of the migrations that ran now. */
  applied: string[];
  /** Faults; when there are any, nothing of this run was stored. */
  faults: MigrationFault[];
}

/** Advisory lock of the schema: only one node at a time creates or watches tables. */
const schemaLock = 7316;

const reserved = new Set(['public', 'information_schema', 'jobs']);

/** Returns the PostgreSQL schema of a plugin, in which dashes become underscores. */
export const schemaOf = (plugin: string): string => {
  const schema = plugin.replaceAll('-', '_');
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_') || reserved.has(schema)) {
    throw new RangeError(`'${plugin}' cannot name a schema`);
  }
  return schema;
};

/**
 * Brings the schema of every plugin up to date, each in a transaction of its own. When the kernel's fails, the others
 * do not run. `finish` creates on the same connection the objects that depend on all tables, such as triggers, before
 * another node gets the lock.
 */
export const migrate = async (
  database: Pick<Database, 'direct'>,
  plugins: readonly MigrationSet[],
  finish: (client: pg.PoolClient, reports: readonly MigrationReport[]) => Promise<void> = async () => undefined,
): Promise<MigrationReport[]> => {
  const kernel = plugins.find(({ id }) => id === 'kernel') ?? {
    id: 'kernel',
    migrations: [base],
    routines: databaseRoutines,
    core: true,
  };
  const ordered = [kernel, ...plugins.filter(({ id }) => id !== 'kernel')];
  const client = await database.direct.connect().catch((error: unknown) => Promise.reject(wrapUnavailable(error)));
  // Closing a connection releases its lock.
  let broken = true;
  try {
    await client.query('select pg_advisory_lock($1)', [schemaLock]);
    const run = new MigrationRun(client);
    const reports: MigrationReport[] = [];
    for (const set of ordered) {
      const report = await run.migrate(set);
      reports.push(report);
      if (set === kernel && report.faults.length > 0) break;
    }
    await finish(client, reports);
    broken = await client.query('select pg_advisory_unlock($1)', [schemaLock]).then(
      () => false,
      () => true,
    );
    return reports;
  } catch (error) {
    throw wrapUnavailable(error);
  } finally {
    client.release(broken);
  }
};

const checksum = (migration: Migration): string =>
  createHash('sha256')
    .update(
      [
        ...migration.sql,
        ...(migration.settings ?? []).map(({ key, value, companies }) => `${key} = ${value}: ${companies}`),
      ]
        .map((statement) => statement.replaceAll('\r\n', '\n').trim())
        .join(';\n'),
    )
    .digest('hex');

/** Thrown to roll back, with the faults of the plugin. */
class Refused extends Error {
  readonly faults: readonly MigrationFault[];
  constructor(faults: readonly MigrationFault[]) {
    super('refused');
    this.faults = faults;
  }
}

interface Work {
  schema: string;
  pending: readonly Migration[];
  routines: Routines;
}

class MigrationRun {
  readonly #client: pg.PoolClient;
  /** Catalogue after the last plugin, so that it is read once per plugin. */
  #catalogue: Catalogue | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async migrate(set: MigrationSet): Promise<MigrationReport> {
    const { id: plugin, core = false } = set;
    const schema = schemaOf(plugin);
    const report = (applied: string[], faults: readonly MigrationFault[]): MigrationReport => ({
      plugin,
      schema,
      core,
      applied,
      faults: [...faults],
    });
    try {
      const pending = await this.#pending(set, schema);
      const routines = new Routines(this.#client, schema, set.routines ?? []);
      if (pending.length > 0 || (await routines.differ())) await this.#apply(set, { schema, pending, routines });
      return report(
        pending.map(({ name }) => name),
        [],
      );
    } catch (error) {
      if (error instanceof Refused) return report([], error.faults);
      throw error;
    }
  }

  /** Returns the migrations that are not in the history yet. A history that does not agree with the code is refused. */
  async #pending({ id: plugin, migrations }: MigrationSet, schema: string): Promise<Migration[]> {
    const edited = (message: string, fix: string): Refused =>
      new Refused([{ code: 'MIGRATION_EDITED', plugin, message, fix }]);
    const named = new Map(migrations.map((migration) => [migration.name, migration]));
    if (named.size < migrations.length) throw edited('two migrations have the same name', 'give each its own: 0002-…');
    const done = new Map<string, string>();
    const history = `${pg.escapeIdentifier(schema)}.migration`;
    const exists = await this.#client.query('select to_regclass($1) is not null as exists', [history]);
    if (exists.rows[0].exists) {
      const { rows } = await this.#client.query<{ name: string; checksum: string }>(
        `select name, checksum from ${history}`,
      );
      for (const row of rows) done.set(row.name, row.checksum);
    }
    const missing = [...done.keys()].filter((name) => !named.has(name));
    const [first] = migrations;
    // A newer version contains the first migration as it is here; otherwise the history is of another product.
    if (missing.length > 0 && (first === undefined || done.get(first.name) !== checksum(first))) {
      throw new Refused([
        {
          code: 'MIGRATION_HISTORY',
          plugin,
          message: `the database has migrations of ${plugin} that this version does not have (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? `, … ${missing.length} of them` : ''}): made by a version before the first release: start with an empty database`,
          fix: 'Nothing was changed. Use another DATA_DIR, or a DATABASE_URL of an empty database. The tables of a plugin that you are writing are dropped by balcao dev --reset.',
        },
      ]);
    }
    const faults = [...done].flatMap(([name, sum]) => {
      const migration = named.get(name);
      if (!migration) return [`${name} ran here and is not in this version`];
      return checksum(migration) === sum ? [] : [`${name} was changed after it ran`];
    });
    if (faults.length > 0) {
      throw edited(
        faults.join('; '),
        'Put it back as it was and write the change as a new migration, or run the newer version. A plugin of which no version was released yet begins anew with balcao dev --reset, which drops its tables.',
      );
    }
    return migrations.filter(({ name }) => !done.has(name));
  }

  /**
   * Pending migrations, policies and checks are one transaction, so that a plugin is applied as a whole or not at
   * all.
   */
  async #apply(set: MigrationSet, { schema, pending, routines }: Work): Promise<void> {
    const { id: plugin, platformTables = [] } = set;
    const kernel = plugin === 'kernel';
    const before = kernel ? undefined : (this.#catalogue ??= await readCatalogue(this.#client));
    let after: Catalogue | undefined;
    await this.#client.query(`begin; set local lock_timeout = '30s'; set local statement_timeout = 0`);
    try {
      const rowsWritten = await watchRows(this.#client, schema);
      await this.#prepare(schema);
      for (const migration of pending) await this.#execute(plugin, schema, migration);
      await this.#client.query('reset role; reset search_path');
      await routines.apply().catch((error: unknown) => {
        throw isUnavailable(error) ? error : failed(plugin, 'its functions could not be updated', error);
      });
      const faults = await secure(this.#client, { plugin, schema, platformTables, kernel });
      if (before) {
        after = await readCatalogue(this.#client);
        const outside = [...changesOutside(schema, before, after), ...(await rowsWritten())];
        if (outside.length > 0) faults.push(outsideSchema(plugin, schema, outside));
      }
      if (faults.length > 0) throw new Refused(faults);
      await this.#preserveSettings(set, pending);
      await this.#client.query('commit');
      this.#catalogue = after;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      await this.#client.query('rollback');
      throw error instanceof Refused ? error : failed(plugin, 'its tables could not be secured', error);
    } finally {
      // Settings that a migration made for its session must not reach the next plugin.
      await this.#client.query('reset role; reset all').catch(() => undefined);
    }
  }

  async #prepare(schema: string): Promise<void> {
    const quoted = pg.escapeIdentifier(schema);
    await this.#client.query(
      `create schema if not exists ${quoted};
       create table if not exists ${quoted}.migration (
         name text primary key, checksum text not null, executed_at timestamptz not null default now())`,
    );
  }

  async #execute(plugin: string, schema: string, migration: Migration): Promise<void> {
    const transaction = await this.#transaction();
    for (const statement of migration.sql) {
      if (endsTransaction(statement)) {
        throw failed(
          plugin,
          `${migration.name}: a migration neither begins nor ends transactions`,
          new Error(statement.trim().slice(0, 80)),
        );
      }
      try {
        await this.#client.query(statement);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        throw failed(plugin, `${migration.name}: ${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 120)}`, error);
      }
    }
    if ((await this.#transaction()) !== transaction)
      throw failed(plugin, `${migration.name} left its transaction`, new Error('not atomic'));
    await this.#client.query(`insert into ${pg.escapeIdentifier(schema)}.migration (name, checksum) values ($1, $2)`, [
      migration.name,
      checksum(migration),
    ]);
  }

  /** Stored by the kernel for the plugin, because a plugin writes no rows of the kernel. */
  async #preserveSettings({ id: plugin, settings = [] }: MigrationSet, pending: readonly Migration[]): Promise<void> {
    const [unknown] = undeclaredSettings(pending, settings);
    if (unknown !== undefined)
      throw failed(plugin, `the setting '${unknown}'`, new Error('the manifest does not declare this setting'));
    for (const migration of pending) {
      try {
        await preserveSettings(this.#client, migration);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        throw failed(plugin, `${migration.name}: its settings`, error);
      }
    }
  }

  async #transaction(): Promise<string> {
    const { rows } = await this.#client.query<{ id: string }>('select pg_current_xact_id()::text as id');
    return rows[0]?.id ?? '';
  }
}

const failed = (plugin: string, where: string, error: unknown): Refused => {
  const reason = error instanceof Error ? error.message : String(error);
  const detail = error instanceof pg.DatabaseError && error.detail ? ` (${error.detail})` : '';
  return new Refused([
    {
      code: 'MIGRATION_FAILED',
      plugin,
      message: `${where}: ${reason}${detail}`,
      fix: 'correct the migration; nothing of it was stored',
    },
  ]);
};

const outsideSchema = (plugin: string, schema: string, changes: readonly string[]): MigrationFault => ({
  code: 'TABLE_OUTSIDE_SCHEMA',
  plugin,
  message: `the migrations reach outside ${schema}: they ${changes.slice(0, 8).join(', ')}`,
  fix: `write only to ${schema}, and name it in every statement: create table ${schema}.…`,
});
