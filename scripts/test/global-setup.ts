import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a running PostgreSQL, as its superuser. Create a database of your own in it. */
    databaseUrl: string;
  }
}

/** Starts one throw-away PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Many tests start nodes and tools in processes of their own, which compile the same files.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'compile-cache');
  const database = await startEmbeddedPostgres({ ephemeral: true, log: console.error });
  project.provide('databaseUrl', database.url);
  return () => database.stop();
}
