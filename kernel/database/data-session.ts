import type { Sql, SqlRunner } from '@balcao/sdk/server';
import type { EntityManager } from '@mikro-orm/core';
import type pg from 'pg';

export interface TxOptions {
  /**
   * Runs `work` again, up to 3 times, when it failed because of another transaction (serialization failure,
   * deadlock).
   */
  retry?: boolean;
}

/** Access to the data of one company and of no other. */
export interface DataSession {
  readonly companyId: number;
  readonly sql: SqlRunner;
  /** Entity manager of the company, created on first use. */
  readonly em: EntityManager;
  /**
   * Runs one transaction on one connection, for `inner.sql` and `inner.em` alike; a `tx` inside it is a savepoint.
   * Only `inner` may be used until it ends. Unsaved entities of `inner.em` are flushed before the commit.
   */
  tx<T>(work: (inner: DataSession) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Runs the callback after the outermost commit, in order, and never after a rollback; at once outside a
   * transaction.
   */
  afterCommit(run: () => void): void;
  /**
   * Runs a statement whose result nobody needs. Inside a transaction it goes out with the next statement, or with the
   * commit, and costs no round trip of its own; when it fails, that statement or the commit rejects with its error.
   */
  defer(statement: Sql): Promise<void>;
  readonly inTransaction: boolean;
}

export const runner = (query: (statement: Sql) => Promise<pg.QueryResult>): SqlRunner => ({
  rows: async <T extends object>(statement: Sql) => (await query(statement)).rows as T[],
  one: async <T extends object>(statement: Sql) => (await query(statement)).rows[0] as T | undefined,
  run: async (statement: Sql) => (await query(statement)).rowCount ?? 0,
});
