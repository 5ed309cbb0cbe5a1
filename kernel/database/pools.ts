import type { Log } from '@balcao/sdk/server';
import pg from 'pg';
import { poolTypes } from './parsers.ts';

export interface Address {
  host: string;
  port: number;
  database: string;
  ssl: pg.ClientConfig['ssl'];
}

/** Most connections of each pool of a node. */
export interface PoolSizes {
  /** Of companies' statements. */
  app: number;
  /** Of the kernel's own statements. */
  owner: number;
  /** Of the jobs. */
  jobs: number;
}
export const defaultPoolSizes: PoolSizes = { app: 10, owner: 6, jobs: 5 };

/** Returns the address that a URL points to, read by the driver's own rules, including sockets and `sslmode`. */
export const addressOf = (url: string): Address => {
  const { host, port, database, ssl } = new pg.Client({ connectionString: url });
  return { host, port, database: database ?? 'postgres', ssl };
};

/**
 * A connection through a pooler, which gives each transaction another connection of PostgreSQL: a statement that the
 * driver prepared under its name on one is missing on the next, and exists already where another node prepared it. Both
 * fail, and the driver's pool replaces the connection of a failed statement. So statements are sent without their names.
 */
class ConnectionThroughPooler extends pg.Client {
  override query = ((query: unknown, ...more: unknown[]) =>
    (super.query as (...given: unknown[]) => unknown)(withoutName(query), ...more)) as pg.Client['query'];
}

const withoutName = (query: unknown): unknown =>
  // Cursors and streams submit themselves.
  query !== null && typeof query === 'object' && 'name' in query && !('submit' in query)
    ? { ...query, name: undefined }
    : query;

/** The option of a pool that connects through a pooler. */
export const throughPooler: pg.PoolConfig = { Client: ConnectionThroughPooler };

/**
 * Opens a pool that survives its server: a connection that breaks, idle or in use, is logged and dropped. Sessions
 * are in UTC, so that `date_trunc` and casts mean the same on every machine.
 */
export const openPool = (name: string, config: pg.PoolConfig, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: poolTypes,
    ...config,
    onConnect: (client) => client.query(`set time zone 'UTC'`) as unknown as void,
  });
  const dropped = (error: Error): void => {
    // A server that stops right after `end` still sends messages to connections that are closing; nothing is lost.
    if (!pool.ending) log.warn({ pool: name, reason: error.message }, 'database connection lost');
  };
  pool.on('error', dropped);
  // While a connection is in use the pool does not listen to it, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
