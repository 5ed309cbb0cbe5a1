import type { Log } from '@balcao/sdk/server';
import type { EntitySchema } from '@mikro-orm/core';
import type pg from 'pg';
import { ensureAppRole } from './app-role.ts';
import { companyMarks, type MarkContent } from './company-mark.ts';
import type { DataSession } from './data-session.ts';
import { onEmitted } from './emitted.ts';
import { openEntities, openKysely } from './entities.ts';
import { Listener, type ListenOptions } from './listener.ts';
import { addressOf, defaultPoolSizes, openPool, throughPooler, type PoolSizes } from './pools.ts';
import { CompanySession } from './session.ts';
import { wrapUnavailable } from './unavailable.ts';

export interface DatabaseOptions {
  /** URL of the owner, which creates schemas, tables and the confined login. */
  url: string;
  /**
   * URL of a pooler in transaction mode in front of the same database, for everything that needs no session of its
   * own.
   */
  poolerUrl?: string | undefined;
  entities: readonly EntitySchema[];
  log: Log;
  /** Secret from which the confined login and its password are derived; the same on all nodes of an installation. */
  appSecret: string;
  poolSizes?: Partial<PoolSizes> | undefined;
}

export interface Database {
  /**
   * Pool of the owner, which sees all companies: for the kernel's own work (sign-in, dispatchers, super users) and
   * for migrations.
   */
  readonly owner: pg.Pool;
  /** Pool of the owner without a pooler in between: for locks that last longer than a transaction. */
  readonly direct: pg.Pool;
  /** Pool of a login of the confined role `balcao_app`. Without a company every table with companies answers P0C01. */
  readonly app: pg.Pool;
  company(companyId: number, behalf?: Omit<MarkContent, 'companyId'>): DataSession;
  /** Signs a text, to prove to functions of the kernel's schema that the kernel itself calls them. */
  prove(text: string): string;
  /**
   * Prepares the entity manager for other entities and throws when they cannot be combined. The returned function
   * switches to them; sessions that are open continue with those they began with.
   */
  prepareEntities(entities: readonly EntitySchema[]): () => void;
  /** Calls `run` after each transaction of this process that emitted events. */
  onEmitted(run: () => void): void;
  /** Resolves when the channel is listened to. The returned function stops listening. */
  listen(channel: string, onPayload: (payload: string) => void, options?: ListenOptions): Promise<() => Promise<void>>;
  /**
   * Sends at most 8,000 bytes. To be called after a commit, never inside a frequent transaction, because it
   * serialises commits.
   */
  notify(channel: string, payload?: string): Promise<void>;
  close(): Promise<void>;
}

export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, poolerUrl = url, entities, log, appSecret } = options;
  const sizes = { ...defaultPoolSizes, ...options.poolSizes };
  const waiting: (() => void)[] = [];
  const emitted = (): void => waiting.forEach((run) => run());
  const isPooled = poolerUrl !== url;
  const pooling = isPooled ? throughPooler : {};
  const owner = openPool('balcao', { connectionString: poolerUrl, max: sizes.owner, ...pooling }, log);
  onEmitted(owner, emitted);
  // Used when plugins are loaded. Its idle connections are closed after a while.
  const direct = isPooled ? openPool('balcao-direct', { connectionString: url, max: 2 }, log) : owner;
  const closeOwners = (): Promise<unknown> => Promise.all([...new Set([owner, direct])].map((one) => one.end()));
  try {
    const login = await ensureAppRole(direct, addressOf(url), appSecret);
    const pool = openPool('balcao-app', { ...login, ...addressOf(poolerUrl), max: sizes.app, ...pooling }, log);
    onEmitted(pool, emitted);
    const kysely = openKysely(pool);
    const marks = await companyMarks(owner);
    let source = { pool, kysely, orm: openEntities(kysely, entities), log, marks };
    const listener = new Listener(url, log);
    return {
      owner,
      direct,
      app: pool,
      company: (companyId, behalf) => new CompanySession(source, { companyId, ...behalf }),
      prove: (text) => marks.prove(text),
      prepareEntities: (others) => {
        const next = { ...source, orm: openEntities(kysely, others) };
        return () => {
          source = next;
        };
      },
      onEmitted: (run) => void waiting.push(run),
      listen: (channel, onPayload, listening) => listener.listen(channel, onPayload, listening),
      notify: async (channel, payload = '') => {
        try {
          await owner.query('select pg_notify($1, $2)', [channel, payload]);
        } catch (error) {
          throw wrapUnavailable(error);
        }
      },
      close: async () => {
        await listener.close();
        await source.orm.close();
        await Promise.all([pool.end(), closeOwners()]);
      },
    };
  } catch (error) {
    await closeOwners();
    throw wrapUnavailable(error);
  }
};
