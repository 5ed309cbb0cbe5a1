import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@balcao/kernel/config';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { BootError, startKernel, type Fault } from '@balcao/kernel';
import { fillTables } from '@balcao/testing/fill-tables';
import type { Work } from './command.ts';
import type { Finding } from './problem.ts';
import { neighbours, type SourceFolder } from './source-folder.ts';

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

/**
 * Starts the product without the plugin and inserts rows into the tables of all others, as in a real installation: only
 * then a migration that writes into them shows its faults.
 */
async function fillOthers(options: Parameters<typeof startKernel>[0]): Promise<void> {
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
  const database = await startEmbeddedPostgres({ ephemeral: true });
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
    const options = { config, databaseUrl: database.url, logTo: { write: () => undefined } };
    await fillOthers({ ...options, roots: others });
    const faults = await startKernel({ ...options, roots: [...others, { dir: folder, firstParty: false }] }).then(
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
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
