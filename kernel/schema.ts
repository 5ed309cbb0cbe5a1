import type { Migration, Routine } from '@balcao/sdk/server';
import { identityMigrations, identityRoutines } from './auth/identity.ts';
import { auditTables } from './audit/audited-tables.ts';
import {
  base,
  databaseRoutines,
  guardTables,
  migrate,
  openDatabase,
  type Database,
  type DatabaseOptions,
  type MigrationFault,
} from './database/index.ts';
import { eventRoutines, events } from './events/index.ts';
import { BootError } from './host/faults.ts';
import { enabledMigration } from './host/enabled-plugins.ts';
import { refuseCoreFaults, withoutFaulty } from './host/load.ts';
import type { LoadedPlugin, Loading } from './host/loaded-plugin.ts';
import { Registry } from './host/registry.ts';
import { leases } from './leases/index.ts';
import { presenceMigration } from './presence/migration.ts';
import { presenceRoutines } from './presence/routines/index.ts';
import { rowEditorsMigration } from './row-editors/migration.ts';
import { rowEditorRoutines } from './row-editors/routines/index.ts';
import { secretMigration } from './secrets/migration.ts';
import { sessionMigration } from './sessions/migration.ts';
import { sockets } from './sockets/migration.ts';
import { fileReadersMigration } from './storage/readers-migration.ts';
import { firstStepsLeft } from './tenants/first-steps-left.ts';
import { tokenMigration } from './tokens/migration.ts';
import { tokenRoutines } from './tokens/routines/index.ts';
import { guardPersonColumns } from './impersonation/person-columns.ts';
import { impersonationRoutines } from './impersonation/routines/index.ts';

export const kernelMigrations: readonly Migration[] = [
  base,
  ...identityMigrations,
  events,
  leases,
  sockets,
  secretMigration,
  sessionMigration,
  tokenMigration,
  presenceMigration,
  rowEditorsMigration,
  enabledMigration,
  firstStepsLeft,
  fileReadersMigration,
];

export const kernelRoutines: readonly Routine[] = [
  ...databaseRoutines,
  ...identityRoutines,
  ...eventRoutines,
  ...tokenRoutines,
  ...presenceRoutines,
  ...impersonationRoutines,
  ...rowEditorRoutines,
];

const kernelSet = {
  id: 'kernel',
  migrations: kernelMigrations,
  routines: kernelRoutines,
  platformTables: ['kernel.lease'],
  core: true,
};

/** Updates the tables of `coming`, and adds the triggers for all running plugins. Returns the faults. */
export const bringUpToDate = async (
  database: Pick<Database, 'direct'>,
  loaded: readonly LoadedPlugin[],
  coming: readonly LoadedPlugin[] = loaded,
): Promise<MigrationFault[]> => {
  const faults: MigrationFault[] = [];
  await migrate(
    database,
    [
      kernelSet,
      ...coming.map(({ source: { manifest }, plugin: { parts } }) => ({
        id: manifest.id,
        migrations: parts.migrations ?? [],
        routines: parts.routines ?? [],
        platformTables: [...(parts.platformTables ?? [])],
        settings: Object.entries(manifest.settings ?? {}).flatMap(([key, { secret }]) => (secret ? [] : [key])),
        core: manifest.core ?? false,
      })),
    ],
    async (client, reports) => {
      faults.push(...reports.flatMap((report) => report.faults));
      const fatal = faults.filter(({ plugin }) => plugin === 'kernel');
      if (fatal.length > 0) throw new BootError(fatal);
      const faultyIds = new Set(faults.map(({ plugin }) => plugin));
      const accepted = loaded
        .filter(({ source: { manifest } }) => !faultyIds.has(manifest.id))
        .map(({ source: { manifest }, plugin: { parts } }) => ({
          id: manifest.id,
          schema: manifest.id.replaceAll('-', '_'),
          audited: parts.audited ?? [],
          platformTables: parts.platformTables ?? [],
          guarded: parts.guarded ?? [],
        }));
      faults.push(...(await auditTables(client, accepted)), ...(await guardTables(client, accepted)));
      await guardPersonColumns(client);
    },
  );
  return faults;
};

export const entitiesOf = (loaded: readonly LoadedPlugin[]) =>
  loaded.flatMap(({ plugin }) => [...(plugin.parts.entities ?? [])]);

/**
 * Opens the database and updates every schema. Returns the plugins that run, without those whose migration was
 * refused.
 */
export const openSchema = async (
  loading: Loading,
  options: Omit<DatabaseOptions, 'entities'>,
): Promise<{ database: Database; registry: Registry }> => {
  const database = await openDatabase({ ...options, entities: entitiesOf(loading.loaded) });
  try {
    const faults = await bringUpToDate(database, loading.loaded);
    refuseCoreFaults(loading.sources, faults);
    const registry = new Registry(withoutFaulty(loading, faults));
    return { database, registry };
  } catch (error) {
    await database.close();
    throw error;
  }
};
