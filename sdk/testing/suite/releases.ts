import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tablesOf, type Fault } from '@balcao/kernel';
import type { Migration, Routine } from '@balcao/sdk/server';
import pg from 'pg';
import { freshDatabase } from '../database.ts';
import { templateWithMostOf } from '../database-template.ts';
import { fillTables } from './fill-tables.ts';
import { migrationsOf, serverPart, type PluginFolder } from './plugin-folder.ts';
import { countsOf, shapeOf } from './rows.ts';

/** A plugin's schema at some time. */
export interface Release {
  name: string;
  migrations: readonly Migration[];
}

/**
 * Returns the possible upgrade paths of installations, each a list of releases, the oldest first. Shipped releases are
 * stored under `test/releases/<version>/<migration>.sql`, each file with the statements of one migration joined by `;`
 * and a newline. In addition, every prefix of the present migrations counts as a release, and the data passes through
 * all of them.
 */
export const upgradePaths = async (plugin: PluginFolder): Promise<Release[][]> => {
  const folder = path.join(plugin.dir, 'test', 'releases');
  const versions = existsSync(folder) ? (await readdir(folder)).toSorted() : [];
  const shipped = await Promise.all(
    versions.map(async (version) => {
      const files = (await readdir(path.join(folder, version))).filter((file) => file.endsWith('.sql')).toSorted();
      const migrations = await Promise.all(
        files.map(async (file) => ({
          name: file.replace(/\.sql$/, ''),
          sql: [(await readFile(path.join(folder, version, file), 'utf8')).trim()],
        })),
      );
      return [{ name: version, migrations }];
    }),
  );
  const all = await migrationsOf(plugin);
  const begun = all
    .slice(0, -1)
    .map((last, index) => ({ name: `the one up to ${last.name}`, migrations: all.slice(0, index + 1) }));
  return begun.length > 0 ? [...shipped, begun] : shipped;
};

interface Parts {
  migrations?: readonly Migration[];
  routines?: readonly Routine[];
  setup(host: unknown): void;
}

/** Does something while a plugin has the migrations of a release, and no plugin declares anything. */
const atRelease = async <T>(
  plugins: readonly PluginFolder[],
  { of, migrations }: { of: PluginFolder; migrations: readonly Migration[] },
  work: () => Promise<T>,
): Promise<T> => {
  const undo: (() => void)[] = [];
  try {
    for (const plugin of plugins) {
      const parts = (await serverPart(plugin))?.parts as Parts | undefined;
      if (!parts) continue;
      const { setup, migrations: today, routines = [] } = parts;
      undo.push(() => Object.assign(parts, { setup, migrations: today, routines }));
      // The present code never runs on an old schema.
      parts.setup = () => undefined;
      if (plugin !== of) continue;
      parts.migrations = migrations;
      // The present functions require the present tables.
      if (migrations.length < (today ?? []).length) parts.routines = [];
    }
    return await work();
  } finally {
    for (const restore of undo) restore();
  }
};

const rootOf = ({ dir, name }: PluginFolder): { dir: string; firstParty: boolean } => ({
  dir,
  firstParty: !name.includes('/'),
});

const faultsOf = (faults: readonly Fault[], { manifest, dir }: PluginFolder): string[] =>
  faults
    .filter(({ plugin }) => plugin === manifest.id || plugin === dir)
    .map(({ code, message }) => `${code}: ${message}`);

/** A database in which releases of one plugin are installed one after the other, as the product does it. */
class UpgradedDatabase {
  readonly owner: pg.Pool;
  readonly #plugin: PluginFolder;
  readonly #plugins: readonly PluginFolder[];
  readonly #database: { url: string; drop(): Promise<void> };

  private constructor(
    plugin: PluginFolder,
    plugins: readonly PluginFolder[],
    database: { url: string; drop(): Promise<void> },
  ) {
    this.#plugin = plugin;
    this.#plugins = plugins;
    this.#database = database;
    this.owner = new pg.Pool({ connectionString: database.url, max: 1 });
  }

  /** Creates the database with the tables of all plugins, those of one at its first release. Returns its faults too. */
  static async open(
    plugin: PluginFolder,
    plugins: readonly PluginFolder[],
    { databaseUrl, first }: { databaseUrl: string; first: Release },
  ): Promise<{ database: UpgradedDatabase; faults: string[] }> {
    const { migrations } = first;
    return atRelease(plugins, { of: plugin, migrations }, async () => {
      const tables = await tablesOf(plugins.map(rootOf), { sandbox: true });
      const made = await freshDatabase(databaseUrl, await templateWithMostOf(databaseUrl, tables.owners));
      const database = new UpgradedDatabase(plugin, plugins, made);
      try {
        return { database, faults: faultsOf(await tables.make(made.url, tables.owners), plugin) };
      } catch (error) {
        await database.close();
        throw error;
      }
    });
  }

  /** Installs a later release of the plugin; returns its faults. */
  async upgrade({ migrations }: Release): Promise<string[]> {
    return atRelease(this.#plugins, { of: this.#plugin, migrations }, async () => {
      const { owners, make } = await tablesOf(this.#plugins.map(rootOf), { sandbox: true });
      const own = owners.filter(({ id }) => id === this.#plugin.manifest.id);
      return faultsOf(await make(this.#database.url, own), this.#plugin);
    });
  }

  /** Creates a company with a person, to whom rows of plugins refer; returns its id. */
  async company(): Promise<number> {
    const { rows } = await this.owner.query<{ id: number }>(
      `with company as (insert into kernel.company (name) values ('Empresa de teste') returning id)
       insert into kernel."user" (company_id, name, email, password_hash, profile)
       select id, 'Admin', 'admin@teste.local', '', 'admin' from company returning company_id as id`,
    );
    return rows[0]?.id ?? 0;
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.#database.drop();
  }
}

/** Returns the tables that lost all of their rows in an upgrade step. */
const lostRows = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] =>
  [...before].filter(([table, count]) => count > 0 && after.get(table) === 0).map(([table]) => table);

/** Installs the first release of a path, fills it, and upgrades it step by step; returns the faults. */
export const runUpgrade = async (
  plugin: PluginFolder,
  plugins: readonly PluginFolder[],
  way: readonly Release[],
  { databaseUrl, today }: { databaseUrl: string; today: readonly string[] },
): Promise<string[]> => {
  const schema = plugin.manifest.id.replaceAll('-', '_');
  const [first, ...later] = [...way, { name: 'today', migrations: await migrationsOf(plugin) }];
  if (!first) return [];
  const { database, faults: refused } = await UpgradedDatabase.open(plugin, plugins, { databaseUrl, first });
  try {
    if (refused.length > 0) return refused.map((fault) => `${first.name} cannot be installed: ${fault}`);
    const { owner } = database;
    const company = await database.company();
    let at = first;
    for (const release of later) {
      await fillTables(owner, [schema], company, 'Antigo');
      const before = await countsOf(owner, schema);
      const faults = await database.upgrade(release);
      if (faults.length > 0) return faults.map((fault) => `from ${at.name}: ${fault}`);
      const lost = lostRows(before, await countsOf(owner, schema));
      if (lost.length > 0) return lost.map((table) => `from ${at.name}: ${schema}.${table} lost all its rows`);
      at = release;
    }
    return different((await shapeOf(owner, schema)).shape, today, first.name);
  } finally {
    await database.close();
  }
};

const different = (found: readonly string[], wanted: readonly string[], name: string): string[] => [
  ...wanted
    .filter((line) => !found.includes(line))
    .map((line) => `from ${name}: what a new installation has is missing: ${line}`),
  ...found
    .filter((line) => !wanted.includes(line))
    .map((line) => `from ${name}: what no new installation has is left: ${line}`),
];
