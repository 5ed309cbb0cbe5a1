import type { Sql, SqlRunner } from '@balcao/sdk/server';
import type { EntityManager, MikroORM } from '@mikro-orm/core';
import type { ControlledTransaction } from 'kysely';
import { type AppConnection, confinedBy } from './app-connection.ts';
import { type DataSession, runner } from './data-session.ts';
import { writeStatement } from './statement.ts';

interface Opened {
  companyId: number;
  mark: string;
  orm: MikroORM;
  connection: AppConnection;
  /** The same transaction, as the entity manager needs it. */
  handle: ControlledTransaction<unknown>;
}

/** Data of a company inside a transaction, or inside a savepoint of one. */
export class Transaction implements DataSession {
  readonly companyId: number;
  readonly sql: SqlRunner;
  readonly inTransaction = true;
  readonly #opened: Opened;
  readonly #callbacks: (() => void)[];
  readonly #depth: number;
  #em: EntityManager | undefined;
  #ended = false;
  /** Tail of the queue of savepoints: those of one connection are a stack, so they run one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(opened: Opened, callbacks: (() => void)[], depth = 0) {
    this.companyId = opened.companyId;
    this.#opened = opened;
    this.#callbacks = callbacks;
    this.#depth = depth;
    this.sql = runner((statement) => {
      this.#refuseWhenEnded();
      return opened.connection.within(writeStatement(statement));
    });
  }

  get em(): EntityManager {
    this.#refuseWhenEnded();
    if (!this.#em) {
      this.#em = this.#opened.orm.em.fork({ session: confinedBy(this.#opened.mark) });
      this.#em.setTransactionContext(this.#opened.handle);
    }
    return this.#em;
  }

  afterCommit(run: () => void): void {
    this.#refuseWhenEnded();
    this.#callbacks.push(run);
  }

  async defer(statement: Sql): Promise<void> {
    this.#refuseWhenEnded();
    await this.#opened.connection.defer(writeStatement(statement));
  }

  tx<T>(work: (inner: DataSession) => Promise<T>): Promise<T> {
    this.#refuseWhenEnded();
    const turn = this.#turn.then(() => this.#savepoint(work));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Runs the work and flushes what is unsaved. The code that opened the transaction commits it. */
  async finish<T>(work: (inner: DataSession) => Promise<T>): Promise<T> {
    try {
      const result = await work(this);
      await this.#turn;
      await this.#em?.flush();
      return result;
    } finally {
      this.#ended = true;
    }
  }

  async #savepoint<T>(work: (inner: DataSession) => Promise<T>): Promise<T> {
    const { connection } = this.#opened;
    const name = `"tx${this.#depth + 1}"`;
    const callbacks: (() => void)[] = [];
    await this.#em?.flush();
    await connection.within(`savepoint ${name}`);
    try {
      const result = await new Transaction(this.#opened, callbacks, this.#depth + 1).finish(work);
      await connection.within(`release ${name}`);
      this.#callbacks.push(...callbacks);
      return result;
    } catch (error) {
      // When the connection is lost there is nothing to roll back to, and the outer transaction ends by itself.
      await connection.rollbackTo(name).catch(() => undefined);
      throw error;
    }
  }

  #refuseWhenEnded(): void {
    if (this.#ended)
      throw new Error('this transaction has ended: await everything inside tx, and use the outer scope after it');
  }
}
