import { loadPlugins } from './host/load.ts';
import type { PluginRoot } from './host/discover.ts';
import { createLog } from './log.ts';
import { kernelMigrations, kernelRoutines, openSchema } from './schema.ts';

/** The tables of the kernel and of some plugins, without a running node. */
export interface Tables {
  /** All statements that create them, in order: equal texts create equal tables. */
  statements: readonly string[];
  /** Creates the tables in this database, as its owner, and disconnects. */
  make(databaseUrl: string): Promise<void>;
}

/** Reads the tables of the plugins in these folders, for tools and tests that need no running product. */
export const tablesOf = async (roots: readonly PluginRoot[], { sandbox }: { sandbox: boolean }): Promise<Tables> => {
  const loading = await loadPlugins(roots, { sandbox });
  const sets = [
    { id: 'kernel', migrations: [...kernelMigrations, ...kernelRoutines] },
    ...loading.loaded.map(({ source, plugin }) => ({
      id: source.manifest.id,
      migrations: [...(plugin.parts.migrations ?? []), ...(plugin.parts.routines ?? [])],
    })),
  ];
  return {
    statements: sets.flatMap(({ id, migrations }) => [id, ...migrations.flatMap(({ name, sql }) => [name, ...sql])]),
    async make(url) {
      const { database } = await openSchema(loading, { url, appSecret: 'tables', log: createLog('fatal') });
      await database.close();
    },
  };
};
