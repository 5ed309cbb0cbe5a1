import pg from 'pg';
import { DatabaseFault, startEmbeddedPostgres } from '../../kernel/embedded-postgres/index.ts';
import type { Work } from './command.ts';
import { Problem } from './problem.ts';

export interface OpenDatabase {
  client: pg.Client;
  /** The address without its password. */
  name: string;
  close(): Promise<void>;
}

const connect = async (url: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new Problem(
      `The database ${name} cannot be reached: ${error instanceof Error ? error.message || 'no answer' : String(error)}`,
      'Correct DATABASE_URL, or start the database.',
    );
  });
  return client;
};

/** Running nodes have the plugin loaded: its tables must not be removed while they use them. */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ nodes: number }>(
    `select count(*)::int as nodes from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'balcao%'`,
  );
  if ((rows[0]?.nodes ?? 0) > 0)
    throw new Problem(
      'The product is running on this database.',
      'Stop every node of it first, then type the same again.',
    );
}

/**
 * Opens the product's database: DATABASE_URL, or the embedded one of its data folder, which is started for as long as
 * it is needed.
 */
export async function openDatabase(dataDir: string, { env }: Work): Promise<OpenDatabase> {
  const given = env.DATABASE_URL?.trim();
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => {
        if (!(error instanceof DatabaseFault)) throw error;
        throw new Problem(
          `The database in ${dataDir} cannot be opened: ${error.message}`,
          'Stop the product first, or set DATABASE_URL.',
        );
      });
  const url = given ?? embedded?.url ?? '';
  const { host, pathname } = new URL(url);
  const name = embedded ? `the database in ${dataDir}` : `${host}${pathname}`;
  let client: pg.Client | undefined;
  const close = async (): Promise<void> => {
    await client?.end();
    await embedded?.stop();
  };
  try {
    client = await connect(url, name);
    await refuseRunning(client);
    return { client, name, close };
  } catch (error) {
    await close();
    throw error;
  }
}
