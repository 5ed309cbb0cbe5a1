import { AppError, isPrepared, type Sql } from '@balcao/sdk/server';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { openAuditContext, currentAuditContext, type AuditContext } from '../audit/audit-context.ts';
import { impersonationStatement } from '../impersonation/impersonation.ts';
import { executeStatement, forgetStatement, isMissing, isOutdated, prepareStatement } from './prepared-statements.ts';
import { literal } from './literal.ts';
import { entityTypes, poolTypes } from './parsers.ts';
import { writeStatement } from './statement.ts';
import { isUnavailable, wrapUnavailable } from './unavailable.ts';

const company = 'app.company';
/** Statements that wait at most. */
const maxDeferred = 200;

/**
 * Statement that confines the rest of the transaction to the company of the mark. It needs no plan and returns no
 * row.
 */
export const confine = (mark: string): string => `${confineStart}'${mark}'`;
const confineStart = `set local ${company} to `;
/** Beginning of the statement by which the entity manager confines a transaction. */
const confineByManager = `select set_config('${company}',`;
export const confinedBy = (mark: string): { variables: Record<string, string> } => ({
  variables: { [company]: mark },
});

// Sent after each outermost statement, because a session-level `set` in a plugin's SQL must not stay on a pooled
// connection.
const reset = 'reset all';

/**
 * One use of a connection of the confined login. A simple-protocol message may hold several statements, which are one
 * transaction, so company and statement, or `begin`, company and statement, cost a single round trip.
 */
export class AppConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** `begin` and the company, sent together with the first statement. */
  #deferredBegin: string | undefined;
  /** Statements inside the transaction whose results nobody needs, sent together with the next statement. */
  #deferred: string[] = [];
  #inTransaction = false;
  /** Audit context of the request that opened the transaction. Its entry is stored with what the transaction writes. */
  #auditContext: AuditContext | undefined;
  /** Ends when the query that was sent last has ended. */
  #running: Promise<void> | undefined;
  #failure: unknown;
  #failed = false;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  static async of(pool: pg.Pool): Promise<AppConnection> {
    try {
      return new AppConnection(await pool.connect());
    } catch (error) {
      throw wrapUnavailable(error);
    }
  }

  /** Runs one statement in its company, in a transaction of its own. */
  async once(mark: string, query: Sql): Promise<pg.QueryResult> {
    const prepared = isPrepared(query) ? await this.#prepared(query) : undefined;
    if (prepared === undefined) return this.#once(mark, writeStatement(query));
    try {
      return await this.#once(mark, prepared);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      if (isMissing(error)) return this.#prepareAndRun(mark, query, prepared);
      await forgetStatement(this.#client, query);
      return this.#once(mark, writeStatement(query));
    }
  }

  /** Prepares the missing statement and runs it. Behind a pooler the second try may meet yet another connection. */
  async #prepareAndRun(mark: string, query: Sql, prepared: string): Promise<pg.QueryResult> {
    try {
      return await this.#once(mark, prepared, `${prepareStatement(query)};\n`);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return this.#once(mark, writeStatement(query));
    }
  }

  async #prepared(query: Sql): Promise<string | undefined> {
    try {
      return await executeStatement(this.#client, query);
    } catch (error) {
      throw this.#recordFailure(error);
    }
  }

  async #once(mark: string, statement: string, before = ''): Promise<pg.QueryResult> {
    const auditContext = currentAuditContext();
    const impersonation = impersonationStatement();
    const confined = impersonation ? `${impersonation};${confine(mark)}` : confine(mark);
    if (!auditContext) {
      const results = await this.#send(`${before}${confined};\n${statement}\n;${reset}`, poolTypes);
      return last(results.slice(0, -1));
    }
    const audited = `${openAuditContext};${confined};\n${statement}\n;${auditStatement(auditContext)}`;
    const results = await this.#send(`${before}${audited};${reset}`, poolTypes);
    markStored(auditContext, results.at(-2));
    return last(results.slice(0, -2));
  }

  begin(statement: string): void {
    this.#auditContext = currentAuditContext();
    this.#deferredBegin = [statement, impersonationStatement(), this.#auditContext && openAuditContext]
      .filter(Boolean)
      .join(';');
    this.#inTransaction = true;
  }

  /** Runs one statement inside the open transaction. */
  async within(statement: string, types = poolTypes): Promise<pg.QueryResult> {
    return last(await this.#send([...this.#takeDeferred(), statement].join(';\n'), types));
  }

  /** Runs a statement inside the open transaction together with the next one, or with the commit. */
  async defer(statement: string): Promise<void> {
    this.#deferred.push(statement);
    // A long message would be held in memory by both sides.
    if (this.#deferred.length >= maxDeferred) await this.within('select');
  }

  #takeDeferred(): string[] {
    const taken = [...(this.#deferredBegin === undefined ? [] : [this.#deferredBegin]), ...this.#deferred];
    this.#deferredBegin = undefined;
    this.#deferred = [];
    return taken;
  }

  /** Undoes what was done since the savepoint, of which the deferred statements were not sent. */
  async rollbackTo(savepoint: string): Promise<void> {
    this.#deferred = [];
    await this.within(`rollback to ${savepoint}`);
  }

  /**
   * Commits. Rejects when PostgreSQL rolled back instead, as it does when the error of a failed statement was caught
   * and ignored.
   */
  async commit(): Promise<void> {
    await this.#settled();
    this.#inTransaction = false;
    if (this.#deferredBegin !== undefined && this.#deferred.length === 0) {
      this.#deferredBegin = undefined;
      return;
    }
    // After a failed statement no audit entry can be written, and nothing is stored.
    const hasFailed = this.#client.getTransactionStatus() === 'E';
    const auditContext = hasFailed ? undefined : this.#auditContext;
    const deferred = this.#takeDeferred();
    const results = await this.#send(
      [...(hasFailed ? [] : deferred), ...(auditContext ? [auditStatement(auditContext)] : []), 'commit', reset].join(
        ';\n',
      ),
      poolTypes,
    );
    if (results.at(-2)?.command === 'COMMIT') {
      if (auditContext) markStored(auditContext, results.at(-3));
      return;
    }
    throw new Error('the transaction was rolled back: a statement in it had failed', { cause: this.#failure });
  }

  /**
   * Rolls back and never rejects: the error that made the transaction fail matters more than an error of the
   * rollback.
   */
  async rollback(): Promise<void> {
    await this.#settled();
    this.#inTransaction = false;
    const begun = this.#deferredBegin === undefined && this.#client.getTransactionStatus() !== 'I';
    this.#deferredBegin = undefined;
    this.#deferred = [];
    if (begun) await this.#send(`rollback;${reset}`, poolTypes).catch(() => undefined);
  }

  /** Runs a statement of the entity manager. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (sql.includes('\0'))
      throw new AppError(400, 'ERR_VALIDATION', { context: { reason: 'text with a NUL character' } });
    if (this.#deferredBegin !== undefined && (sql.startsWith(confineStart) || sql.startsWith(confineByManager))) {
      this.#deferredBegin += `;\n${sql}`;
      return { rows: [] };
    }
    const { command, rowCount, rows } = await this.#forEntities(sql, parameters);
    return writeCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  async #forEntities(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (parameters.length > 0) {
      // The protocol does not allow bound parameters and several statements in one message.
      if (this.#deferredBegin !== undefined || this.#deferred.length > 0) await this.within('select', entityTypes);
      this.#failed ||= !this.#inTransaction;
      return last(await this.#send(sql, entityTypes, parameters));
    }
    if (this.#inTransaction) return this.within(sql, entityTypes);
    return last((await this.#send(`${sql}\n;${reset}`, entityTypes)).slice(0, -1));
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('entities are not streamed: read lists in pages with sql');
  }

  /** Resets the connection and returns it to the pool, or closes it. */
  async release(): Promise<void> {
    await this.#settled();
    if (!this.#broken && (this.#failed || this.#client.getTransactionStatus() !== 'I')) {
      const end = this.#client.getTransactionStatus() === 'I' ? reset : `rollback;${reset}`;
      await this.#client.query(end).catch(() => {
        this.#broken = true;
      });
    }
    this.#client.release(this.#broken);
  }

  async #send(
    text: string,
    types: pg.CustomTypesConfig,
    values?: readonly unknown[],
  ): Promise<readonly pg.QueryResult[]> {
    try {
      const result = await this.#ask({ text, types, ...(values ? { values: [...values] } : {}) });
      return Array.isArray(result) ? result : [result];
    } catch (error) {
      // Leads back to the code that sent the statement, instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.#recordFailure(error);
    }
  }

  /**
   * Waits for statements that were started and not awaited, so that none of them reaches the connection after the
   * transaction, when somebody else uses it.
   */
  async #settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Sends a query when the one before has ended: the statements of a transaction may be started together. */
  async #ask(query: pg.QueryConfig): Promise<pg.QueryResult | pg.QueryResult[]> {
    const before = this.#running;
    const asked = before ? before.then(() => ask(this.#client, query)) : ask(this.#client, query);
    // Without its result: the rows of a query live no longer than its reader needs them.
    const running = asked.then(noop, noop);
    this.#running = running;
    try {
      return await asked;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  #recordFailure(error: unknown): unknown {
    this.#failure ??= error;
    this.#failed = true;
    this.#broken ||= isUnavailable(error);
    return wrapUnavailable(error);
  }
}

/**
 * With a callback, because the promise that the driver makes itself keeps the rows of the query before alive: a reader of
 * many pages filled the old generation with rows that were long written.
 */
const ask = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult | pg.QueryResult[]> =>
  new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) =>
      error ? reject(error) : resolve(result),
    );
  });

const noop = (): void => undefined;

const auditStatement = (auditContext: AuditContext): string =>
  `select kernel.audit_here(${literal(auditContext.json)}) as stored`;
const markStored = (auditContext: AuditContext, result: pg.QueryResult | undefined): void => {
  if ((result?.rows[0] as { stored?: boolean } | undefined)?.stored === true) auditContext.isStored = true;
};
const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
const last = (results: readonly pg.QueryResult[]): pg.QueryResult => results.at(-1) ?? nothing;
