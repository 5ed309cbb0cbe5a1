import { AppError } from '@balcao/sdk/server';
import {
  type Configuration,
  type DriverException,
  type EntitySchema,
  MikroORM,
  type Options,
  type SessionContext,
} from '@mikro-orm/core';
import { AbstractSqlDriver, PostgreSqlConnection, PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import { AppConnection } from './app-connection.ts';

/** Opens Kysely over the confined pool. The entity manager and `tx` share it, and so they share transactions. */
export const openKysely = (pool: pg.Pool): Kysely<unknown> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: () => AppConnection.of(pool),
        beginTransaction: async (connection, { isolationLevel, accessMode }) =>
          asAppConnection(connection).begin(
            ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
          ),
        commitTransaction: (connection) => asAppConnection(connection).commit(),
        rollbackTransaction: (connection) => asAppConnection(connection).rollback(),
        savepoint: async (connection, name) => void (await asAppConnection(connection).within(`savepoint "${name}"`)),
        rollbackToSavepoint: async (connection, name) =>
          void (await asAppConnection(connection).rollbackTo(`"${name}"`)),
        releaseSavepoint: async (connection, name) =>
          void (await asAppConnection(connection).within(`release "${name}"`)),
        releaseConnection: (connection) => asAppConnection(connection).release(),
        // The pool is closed by the code that opened it.
        destroy: async () => undefined,
      }),
    },
  });

export const asAppConnection = (connection: unknown): AppConnection => {
  if (connection instanceof AppConnection) return connection;
  throw new TypeError('not a connection of the confined pool');
};

/** Sends a read with its company in one message; a write gets a real transaction at its first statement. */
class ConfinedConnection extends PostgreSqlConnection {
  override async transactional<T>(
    work: Parameters<PostgreSqlConnection['transactional']>[0],
    options: Parameters<PostgreSqlConnection['transactional']>[1] = {},
  ): Promise<T> {
    const { sessionContext, ctx, eventBroadcaster, isolationLevel } = options;
    if (!sessionContext || ctx || eventBroadcaster || isolationLevel)
      return super.transactional(work, options) as Promise<T>;
    const prefix = this.#prefix(sessionContext);
    const client = this.getClient();
    let begun: ReturnType<PostgreSqlConnection['begin']> | undefined;
    const reader = {
      executeQuery: async (query: CompiledQuery) =>
        !begun && reads.test(query.sql)
          ? client.executeQuery(CompiledQuery.raw(prefix + query.sql))
          : (await (begun ??= this.begin(options))).executeQuery(query),
    };
    try {
      const result = await work(reader as unknown as Parameters<typeof work>[0]);
      if (begun) await this.commit(await begun);
      return result as T;
    } catch (error) {
      if (begun) await this.rollback(await begun);
      throw error;
    }
  }

  #prefix({ variables = {} }: SessionContext): string {
    const settings = Object.entries(variables).map(
      ([name, value]) =>
        `set_config(${this.platform.quoteValue(name)}, ${this.platform.quoteValue(String(value))}, true)`,
    );
    return `select ${settings.join(', ')};\n`;
  }
}
const reads = /^\s*select\b/i;

class ConfinedDriver extends AbstractSqlDriver<ConfinedConnection, PostgreSqlPlatform> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), ConfinedConnection, ['kysely', 'pg']);
  }
  override convertException(error: Error): DriverException {
    // Errors with a code of their own are passed on unchanged.
    return error instanceof AppError ? (error as Error as DriverException) : super.convertException(error);
  }
}

/**
 * Opens the entity manager from which the one of every company is forked. It reads no file, cache or request context.
 */
export const openEntities = (kysely: Kysely<unknown>, entities: readonly EntitySchema[]): MikroORM => {
  const options: Partial<Options<ConfinedDriver>> = {
    driver: ConfinedDriver,
    driverOptions: kysely,
    dbName: 'balcao',
    entities: [...entities],
    sessionContext: 'transaction',
    loadStrategy: 'select-in',
    forceUtcTimezone: true,
    ensureDatabase: false,
    metadataCache: { enabled: false },
    discovery: { warnWhenNoEntities: false },
  };
  return new MikroORM(options);
};
