import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Migration, Routine } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '../host.ts';
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

/** Starts with schemas alone: nothing is declared, so that the present code never runs on an old schema. */
const startSchemas = async (
  plugins: readonly PluginFolder[],
  options: { databaseUrl: string; sameDatabaseAs?: TestHost; of: PluginFolder; migrations: readonly Migration[] },
): Promise<TestHost> => {
  const undo: (() => void)[] = [];
  try {
    for (const plugin of plugins) {
      const parts = (await serverPart(plugin))?.parts as Parts | undefined;
      if (!parts) continue;
      const { setup, migrations, routines = [] } = parts;
      undo.push(() => Object.assign(parts, { setup, migrations, routines }));
      parts.setup = () => undefined;
      if (plugin !== options.of) continue;
      parts.migrations = options.migrations;
      // The present functions require the present tables.
      if (options.migrations.length < (migrations ?? []).length) parts.routines = [];
    }
    return await startTestHost({
      databaseUrl: options.databaseUrl,
      plugins: plugins.map(({ name }) => name),
      inPlace: true,
      env: { SANDBOX: '1' },
      ...(options.sameDatabaseAs && { sameDatabaseAs: options.sameDatabaseAs }),
    });
  } finally {
    for (const restore of undo) restore();
  }
};

const faultsOf = (host: TestHost, { manifest, dir }: PluginFolder): string[] =>
  host.kernel.registry.faults
    .filter(({ plugin }) => plugin === manifest.id || plugin === dir)
    .map(({ code, message }) => `${code}: ${message}`);

/** Returns the tables that lost all of their rows in an upgrade step. */
const lostRows = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] =>
  [...before].filter(([table, count]) => count > 0 && after.get(table) === 0).map(([table]) => table);

/** Installs the first release of a path, fills it, and upgrades it step by step; returns the faults. */
export const runUpgrade = async (
  plugin: PluginFolder,
  plugins: readonly PluginFolder[],
  way: readonly Release[],
  options: { databaseUrl: string; today: readonly string[] },
): Promise<string[]> => {
  const schema = plugin.manifest.id.replaceAll('-', '_');
  const [first, ...later] = [...way, { name: 'today', migrations: await migrationsOf(plugin) }];
  if (!first) return [];
  const begin = (migrations: readonly Migration[], sameDatabaseAs?: TestHost): Promise<TestHost> =>
    startSchemas(plugins, {
      databaseUrl: options.databaseUrl,
      of: plugin,
      migrations,
      ...(sameDatabaseAs && { sameDatabaseAs }),
    });
  const then = await begin(first.migrations);
  try {
    const refused = faultsOf(then, plugin);
    if (refused.length > 0) return refused.map((fault) => `${first.name} cannot be installed: ${fault}`);
    const { owner } = then.kernel.database;
    const company = await then.company();
    let at = first;
    for (const release of later) {
      await fillTables(owner, [schema], company.id, 'Antigo');
      const before = await countsOf(owner, schema);
      const now = await begin(release.migrations, then);
      const faults = faultsOf(now, plugin);
      await now.close();
      if (faults.length > 0) return faults.map((fault) => `from ${at.name}: ${fault}`);
      const lost = lostRows(before, await countsOf(owner, schema));
      if (lost.length > 0) return lost.map((table) => `from ${at.name}: ${schema}.${table} lost all its rows`);
      at = release;
    }
    return different((await shapeOf(owner, schema)).shape, options.today, first.name);
  } finally {
    await then.close();
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
