import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../../kernel/embedded-postgres/index.ts';

/** Starts a temporary PostgreSQL for one run of a plugin's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startEmbeddedPostgres({ ephemeral: true, log: console.error });
  project.provide('databaseUrl', database.url);
  return () => database.stop();
}
