import { setTimeout as delay } from 'node:timers/promises';
import type { Log, Sql, SqlRunner } from '@balcao/sdk/server';
import type { EntityManager, MikroORM } from '@mikro-orm/core';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { AppConnection, confine, confinedBy } from './app-connection.ts';
import type { MarkContent, CompanyMarks } from './company-mark.ts';
import { type DataSession, runner, type TxOptions } from './data-session.ts';
import { asAppConnection } from './entities.ts';
import { Transaction } from './transaction.ts';
import { isConflict } from './unavailable.ts';

export interface Source {
  pool: pg.Pool;
  kysely: Kysely<unknown>;
  orm: MikroORM;
  log: Log;
  marks: CompanyMarks;
}

const attempts = 3;

/** Data of a company outside a transaction; each statement is a transaction of its own. */
export class CompanySession implements DataSession {
  readonly companyId: number;
  readonly sql: SqlRunner;
  readonly inTransaction = false;
  readonly #source: Source;
  readonly #mark: string;
  #em: EntityManager | undefined;

  constructor(source: Source, { companyId, ...behalf }: MarkContent) {
    if (!Number.isSafeInteger(companyId) || companyId < 1) throw new RangeError(`${companyId} is not a company's id`);
    this.companyId = companyId;
    this.#source = source;
    this.#mark = source.marks.of({ companyId, ...behalf });
    this.sql = runner((statement) => this.#once(statement));
  }

  get em(): EntityManager {
    this.#em ??= this.#source.orm.em.fork({ session: confinedBy(this.#mark) });
    return this.#em;
  }

  afterCommit(run: () => void): void {
    run();
  }

  async defer(statement: Sql): Promise<void> {
    await this.#once(statement);
  }

  async tx<T>(work: (inner: DataSession) => Promise<T>, { retry = false }: TxOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (!retry || attempt > attempts || !isConflict(error)) throw error;
        await delay(10 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  async #once(statement: Sql): Promise<pg.QueryResult> {
    const connection = await AppConnection.of(this.#source.pool);
    try {
      return await connection.once(this.#mark, statement);
    } finally {
      await connection.release();
    }
  }

  async #attempt<T>(work: (inner: DataSession) => Promise<T>): Promise<T> {
    const { kysely, orm, log } = this.#source;
    const handle = await kysely.startTransaction().execute();
    const callbacks: (() => void)[] = [];
    let result: T;
    try {
      await handle.executeQuery(CompiledQuery.raw(confine(this.#mark)));
      const connection = await handle.getExecutor().provideConnection(async (own) => asAppConnection(own));
      const inner = new Transaction(
        { companyId: this.companyId, mark: this.#mark, orm, connection, handle },
        callbacks,
      );
      result = await inner.finish(work);
      await handle.commit().execute();
    } catch (error) {
      await handle.rollback().execute();
      throw error;
    }
    for (const run of callbacks) {
      try {
        run();
      } catch (error) {
        log.error({ err: error, companyId: this.companyId }, 'callback after commit failed');
      }
    }
    return result;
  }
}
