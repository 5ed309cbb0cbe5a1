import type { Log } from '@balcao/sdk/server';
import type { EntitySchema } from '@mikro-orm/core';
import type pg from 'pg';
import { ensureAppRole } from './app-role.ts';
import type { DataSession } from './data-session.ts';
import { openEntities, openKysely } from './entities.ts';
import { Listener, type ListenOptions } from './listener.ts';
import { addressOf, openPool } from './pools.ts';
import { CompanySession } from './session.ts';
import { named } from './unavailable.ts';

export interface DatabaseOptions {
  /** The owner's: it makes schemas, tables and the confined login. */
  url: string;
  entities: readonly EntitySchema[];
  log: Log;
  /** The confined login and its password are derived from it: the same on all nodes of an installation. */
  appSecret: string;
  appPoolMax?: number;
  ownerPoolMax?: number;
}

export interface Database {
  /** Crosses companies: for the kernel's named doors (sign-in, dispatchers, super users) and for migrations. */
  readonly owner: pg.Pool;
  /** A login of the confined role `balcao_app`. Without a company every table with companies answers P0C01. */
  readonly app: pg.Pool;
  company(companyId: number): DataSession;
  /** Resolves when listening; the answer ends it. */
  listen(channel: string, onPayload: (payload: string) => void, options?: ListenOptions): Promise<() => Promise<void>>;
  /** At most 8,000 bytes. After a commit, never inside a hot transaction: it serialises commits. */
  notify(channel: string, payload?: string): Promise<void>;
  close(): Promise<void>;
}

export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, entities, log, appSecret, appPoolMax = 10, ownerPoolMax = 6 } = options;
  const owner = openPool('balcao', { connectionString: url, max: ownerPoolMax }, log);
  try {
    const login = await ensureAppRole(owner, addressOf(url), appSecret);
    const pool = openPool('balcao-app', { ...login, max: appPoolMax }, log);
    const kysely = openKysely(pool);
    const orm = openEntities(kysely, entities);
    const listener = new Listener(url, log);
    const source = { pool, kysely, orm, log };
    return {
      owner,
      app: pool,
      company: (companyId) => new CompanySession(source, companyId),
      listen: (channel, onPayload, listening) => listener.listen(channel, onPayload, listening),
      notify: async (channel, payload = '') => {
        try {
          await owner.query('select pg_notify($1, $2)', [channel, payload]);
        } catch (error) {
          throw named(error);
        }
      },
      close: async () => {
        await listener.close();
        await orm.close();
        await Promise.all([pool.end(), owner.end()]);
      },
    };
  } catch (error) {
    await owner.end();
    throw named(error);
  }
};
