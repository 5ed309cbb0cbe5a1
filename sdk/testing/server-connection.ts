import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/**
 * Runs one statement on the server, not in one of its test databases. Its connection stays open for the life of the
 * process, which it does not prolong: opening one costs the server more processor time than most statements.
 */
export const runOnServer = async (serverUrl: string, statement: string): Promise<void> => {
  const pool = pools.get(serverUrl) ?? openPool(serverUrl);
  await pool.query(statement);
};

const openPool = (serverUrl: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: serverUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may stop before this process does.
  pool.on('error', () => undefined);
  pools.set(serverUrl, pool);
  return pool;
};
