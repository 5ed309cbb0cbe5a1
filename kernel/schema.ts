import type { Log, Migration, Routine } from '@balcao/sdk/server';
import { identityMigrations, identityRoutines } from './auth/identity.ts';
import { auditTables } from './audit/audited-tables.ts';
import {
  base,
  databaseRoutines,
  guardTables,
  migrate,
  openDatabase,
  type Database,
  type MigrationFault,
} from './database/index.ts';
import { eventRoutines, events } from './events/index.ts';
import { BootError } from './host/faults.ts';
import { enabledMigration } from './host/enabled.ts';
import { refuseCoreFaults, withoutFaulty, type LoadedPlugin, type Loading } from './host/load.ts';
import { Registry } from './host/registry.ts';
import { leases } from './leases/index.ts';
import { presenceMigration } from './presence/migration.ts';
import { presenceRoutines } from './presence/routines/index.ts';
import { rowEditorsMigration } from './row-editors/migration.ts';
import { rowEditorRoutines } from './row-editors/routines/index.ts';
import { secretMigration } from './secrets/migration.ts';
import { sessionMigration } from './sessions/migration.ts';
import { sockets } from './sockets/migration.ts';
import { firstStepsLeft } from './tenants/first-steps-left.ts';
import { tokenMigration } from './tokens/migration.ts';
import { tokenRoutines } from './tokens/routines/index.ts';
import { guardPersonColumns } from './impersonation/person-columns.ts';
import { visitorRoutines } from './visitors/routines/index.ts';

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
];

export const kernelRoutines: readonly Routine[] = [
  ...databaseRoutines,
  ...identityRoutines,
  ...eventRoutines,
  ...tokenRoutines,
  ...presenceRoutines,
  ...visitorRoutines,
  ...rowEditorRoutines,
];

const kernelSet = {
  id: 'kernel',
  migrations: kernelMigrations,
  routines: kernelRoutines,
  platformTables: ['kernel.lease'],
  core: true,
};

/** Brings the tables of `coming` up to date, and lets rows of all that runs be watched. Answers what was refused. */
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
      const stood = new Set(faults.map(({ plugin }) => plugin));
      const standing = loaded
        .filter(({ source: { manifest } }) => !stood.has(manifest.id))
        .map(({ source: { manifest }, plugin: { parts } }) => ({
          id: manifest.id,
          schema: manifest.id.replaceAll('-', '_'),
          audited: parts.audited ?? [],
          platformTables: parts.platformTables ?? [],
          guarded: parts.guarded ?? [],
        }));
      faults.push(...(await auditTables(client, standing)), ...(await guardTables(client, standing)));
      await guardPersonColumns(client);
    },
  );
  return faults;
};

export const entitiesOf = (loaded: readonly LoadedPlugin[]) =>
  loaded.flatMap(({ plugin }) => [...(plugin.parts.entities ?? [])]);

/** Opens the database and brings every schema up to date; answers what runs, without what its migration refused. */
export const openSchema = async (
  loading: Loading,
  options: { url: string; poolerUrl?: string | undefined; appSecret: string; log: Log },
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
