import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@balcao/kernel/config';
import { BootError, startKernel, tablesOf, type Fault } from '@balcao/kernel';
import { freshDatabase } from '@balcao/testing/database';
import { templateDatabase } from '@balcao/testing/database-template';
import { fillTables } from '@balcao/testing/fill-tables';
import type { Work } from './command.ts';
import type { Finding } from './problem.ts';
import { neighbours, type SourceFolder } from './source-folder.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const parts: readonly (readonly [RegExp, string])[] = [
  [/^(MANIFEST|SDK|DEPENDENCY|ID|ENVIRONMENT)_/, 'manifest.ts'],
  [/^(MIGRATION|ENTITY|TABLE|VIEW|FOREIGN)_/, 'migrations'],
  [/^BUNDLE_/, 'client/'],
  [/./, 'server/'],
];

const whereOf = ({ code, plugin }: Fault, id: string): string => {
  const place = parts.find(([codes]) => codes.test(code))?.[1] ?? 'server/';
  return plugin === id ? place : `${place} (told of ${plugin})`;
};

type Start = Parameters<typeof startKernel>[0];
type Others = NonNullable<Start['roots']>;

/**
 * Starts the product without the plugin and inserts rows into the tables of all others, as in a real installation: only
 * then a migration that writes into them shows its faults.
 */
async function fillOthers(options: Start): Promise<void> {
  const kernel = await startKernel(options).catch((error: unknown) => {
    // Faults of other plugins are reported when the plugin starts beside them.
    if (error instanceof BootError) return undefined;
    throw error;
  });
  if (!kernel) return;
  try {
    const { company } = await kernel.identity.tenants.create({
      name: 'Check',
      admin: { name: 'Check', email: 'check@example.com', password: randomUUID() },
    });
    const schemas = [...kernel.registry.plugins.keys()].map((id) => id.replaceAll('-', '_'));
    await fillTables(kernel.database.owner, schemas, company.id, 'Check');
  } finally {
    await kernel.close();
  }
}

/** Creates a database with such rows; on a server that stays, every check clones the first one's. */
async function databaseWithOthers(
  server: TestServer,
  others: Others,
  options: Omit<Start, 'databaseUrl' | 'roots'>,
): Promise<Awaited<ReturnType<typeof freshDatabase>>> {
  const fill = (databaseUrl: string): Promise<void> => fillOthers({ ...options, databaseUrl, roots: others });
  if (server.isShared) {
    const { owners } = await tablesOf(others, options.config);
    return freshDatabase(server.url, await templateDatabase(server.url, ['rows of others', owners], fill));
  }
  const database = await freshDatabase(server.url);
  await fill(database.url);
  return database;
}

/**
 * Starts the product itself with the plugin, on a database in which the tables of the others contain rows, and returns
 * every fault.
 */
export async function kernelFindings(
  source: SourceFolder,
  folder: string,
  { checkout, env }: Work,
): Promise<Finding[]> {
  const { id } = source.manifest;
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-check-data-'));
  const server = await openTestServer(env);
  let database: Awaited<ReturnType<typeof freshDatabase>> | undefined;
  try {
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    });
    const others = [
      { dir: join(checkout, 'plugins'), firstParty: true },
      ...[...(await neighbours(source, env)).values()].map((dir) => ({ dir, firstParty: false })),
    ];
    const options = { config, logTo: { write: () => undefined } };
    database = await databaseWithOthers(server, others, options);
    const roots = [...others, { dir: folder, firstParty: false }];
    const faults = await startKernel({ ...options, databaseUrl: database.url, roots }).then(
      async (kernel) => {
        const found = [...kernel.registry.faults];
        await kernel.close();
        return found;
      },
      (error: unknown) => {
        if (error instanceof BootError) return [...error.faults];
        throw error;
      },
    );
    return faults.map((fault) => ({
      code: fault.code,
      where: whereOf(fault, id),
      message: fault.message,
      fix: fault.fix,
    }));
  } finally {
    await database?.drop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
