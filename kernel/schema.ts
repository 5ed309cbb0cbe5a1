import type { Log, Migration } from '@balcao/sdk/server';
import { identityMigrations } from './auth/identity.ts';
import { watchAudited } from './audit/audited.ts';
import { base, migrate, openDatabase, type Database, type MigrationFault } from './database/index.ts';
import { events } from './events/index.ts';
import { BootError } from './host/faults.ts';
import { refuseCoreFaults, withoutFaulty, type Loading } from './host/load.ts';
import { Registry } from './host/registry.ts';
import { firstStepsMigration } from './first-steps/migration.ts';
import { leases } from './leases/index.ts';
import { presenceMigration } from './presence/migration.ts';
import { secretMigration } from './secrets/migration.ts';
import { sessionMigration } from './sessions/migration.ts';
import { sockets } from './sockets/migration.ts';
import { tokenMigration } from './tokens/migration.ts';
import { visitorMigration, watchVisitors } from './visitors/nobody.ts';

const kernelMigrations: readonly Migration[] = [
  base,
  ...identityMigrations,
  events,
  leases,
  sockets,
  secretMigration,
  sessionMigration,
  tokenMigration,
  presenceMigration,
  visitorMigration,
  firstStepsMigration,
];

/** Opens the database and brings every schema up to date; answers what runs, without what its migration refused. */
export const openSchema = async (
  loading: Loading,
  options: { url: string; appSecret: string; log: Log },
): Promise<{ database: Database; registry: Registry }> => {
  const entities = loading.loaded.flatMap(({ plugin }) => [...(plugin.parts.entities ?? [])]);
  const database = await openDatabase({ ...options, entities });
  try {
    const faults: MigrationFault[] = [];
    await migrate(
      database,
      [
        { id: 'kernel', migrations: kernelMigrations, platformTables: ['kernel.lease'], core: true },
        ...loading.loaded.map(({ source: { manifest }, plugin: { parts } }) => ({
          id: manifest.id,
          migrations: parts.migrations ?? [],
          platformTables: [...(parts.platformTables ?? [])],
          core: manifest.core ?? false,
        })),
      ],
      async (client, reports) => {
        faults.push(...reports.flatMap((report) => report.faults));
        const fatal = faults.filter(({ plugin }) => plugin === 'kernel');
        if (fatal.length > 0) throw new BootError(fatal);
        const stood = new Set(faults.map(({ plugin }) => plugin));
        faults.push(
          ...(await watchAudited(
            client,
            loading.loaded
              .filter(({ source: { manifest } }) => !stood.has(manifest.id))
              .map(({ source: { manifest }, plugin: { parts } }) => ({
                id: manifest.id,
                schema: manifest.id.replaceAll('-', '_'),
                audited: parts.audited ?? [],
              })),
          )),
        );
        await watchVisitors(client);
      },
    );
    refuseCoreFaults(loading.sources, faults);
    return { database, registry: new Registry(withoutFaulty(loading, faults)) };
  } catch (error) {
    await database.close();
    throw error;
  }
};
