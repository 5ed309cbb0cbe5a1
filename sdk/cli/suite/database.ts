import type { TestProject } from 'vitest/node';
import { openTestServer } from '../test-server.ts';

/** Provides a PostgreSQL for one run of a plugin's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer(process.env);
  project.provide('databaseUrl', server.url);
  return () => server.stop();
}
