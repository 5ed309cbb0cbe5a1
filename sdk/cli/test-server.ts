import { startEmbeddedPostgres } from '@balcao/embedded-postgres';

/** A PostgreSQL in which tests and checks create databases of their own. */
export interface TestServer {
  /** Its address, as a superuser. */
  url: string;
  /** True if it stays after this run: databases prepared in it can be used again. */
  isShared: boolean;
  stop(): Promise<void>;
}

/** Returns the running server at TEST_DATABASE_URL, or starts a temporary one. */
export async function openTestServer(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const given = env['TEST_DATABASE_URL']?.trim();
  if (given) return { url: given, isShared: true, stop: async () => undefined };
  const { url, stop } = await startEmbeddedPostgres({ ephemeral: true, log: console.error });
  return { url, isShared: false, stop };
}
