import { openDatabase } from './database/index.ts';
import { loadPlugins, refuseCoreFaults } from './host/load.ts';
import type { PluginRoot } from './host/discover.ts';
import type { Fault } from './host/faults.ts';
import { createLog } from './log.ts';
import { bringUpToDate, kernelMigrations, kernelRoutines } from './schema.ts';

/** The tables of the kernel or of one plugin. */
export interface OwnTables {
  id: string;
  /** Ids of those whose tables are created before, if they are wanted as well. */
  requires: readonly string[];
  /** All statements that create them, in order: equal texts create equal tables. */
  statements: readonly string[];
}

/** The tables of the kernel and of some plugins, without a running node. */
export interface Tables {
  /** The kernel's, then those of the plugins in the order in which they are created. */
  owners: readonly OwnTables[];
  /**
   * Creates the tables of these owners where they are missing, as owner of the database, and disconnects. Returns the
   * faults of the plugins, those found when they were read included; a fault of a core plugin is thrown.
   */
  make(databaseUrl: string, owners: readonly OwnTables[]): Promise<readonly Fault[]>;
}

/** Reads the tables of the plugins in these folders, for tools and tests that need no running product. */
export const tablesOf = async (roots: readonly PluginRoot[], { sandbox }: { sandbox: boolean }): Promise<Tables> => {
  const loading = await loadPlugins(roots, { sandbox });
  const sets = [
    { id: 'kernel', requires: [], migrations: [...kernelMigrations, ...kernelRoutines] },
    ...loading.loaded.map(({ source: { manifest }, plugin }) => ({
      id: manifest.id,
      requires: ['kernel', ...Object.keys({ ...manifest.requires, ...manifest.optional })],
      migrations: [...(plugin.parts.migrations ?? []), ...(plugin.parts.routines ?? [])],
    })),
  ];
  return {
    owners: sets.map(({ id, requires, migrations }) => ({
      id,
      requires,
      statements: [id, ...migrations.flatMap(({ name, sql }) => [name, ...sql])],
    })),
    async make(url, owners) {
      const ids = new Set(owners.map(({ id }) => id));
      const loaded = loading.loaded.filter(({ source }) => ids.has(source.manifest.id));
      const database = await openDatabase({ url, appSecret: 'tables', log: createLog('fatal'), entities: [] });
      try {
        const faults = await bringUpToDate(database, loaded);
        refuseCoreFaults(loading.sources, faults);
        return [...loading.faults, ...faults];
      } finally {
        await database.close();
      }
    },
  };
};
