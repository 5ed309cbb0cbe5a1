import { AppError, isPrepared, type Sql } from '@balcao/sdk/server';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { openAuditContext, currentAuditContext, type AuditContext } from '../audit/audit-context.ts';
import { impersonationStatement } from '../impersonation/impersonation.ts';
import { byPreparedStatement, forgetStatement, isMissing, isOutdated, prepareAgain } from './prepared-statements.ts';
import { literal } from './literal.ts';
import { entityTypes, poolTypes } from './parsers.ts';
import { write } from './statement.ts';
import { isUnavailable, named } from './unavailable.ts';

const company = 'app.company';

/** The statement that confines what follows it in the same transaction, with nothing to plan and no row to answer. */
export const confine = (mark: string): string => `${confineStart}'${mark}'`;
const confineStart = `set local ${company} to `;
/** How the entity manager writes the same. */
const confineByManager = `select set_config('${company}',`;
export const confinedBy = (mark: string): { variables: Record<string, string> } => ({
  variables: { [company]: mark },
});

// Sent behind each outermost statement: a session-level `set` in somebody's SQL must not outlive it on a pooled connection.
const reset = 'reset all';

/**
 * One use of one connection of the confined login. A simple-protocol message may hold several statements, and they are
 * one transaction; so company and statement, or `begin`, company and statement, cost a single round trip.
 */
export class AppConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** `begin` and the company, kept back until there is something to do. */
  #held: string | undefined;
  #inTransaction = false;
  /** Of a request that is recorded: stored with what the transaction writes. */
  #trail: AuditContext | undefined;
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
      throw named(error);
    }
  }

  /** One statement in its company, in a transaction of its own. */
  async once(mark: string, query: Sql): Promise<pg.QueryResult> {
    const kept = isPrepared(query) ? await this.#kept(query) : undefined;
    if (kept === undefined) return this.#once(mark, write(query));
    try {
      return await this.#once(mark, kept);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      if (isMissing(error)) return this.#onceAgain(mark, query, kept);
      await forgetStatement(this.#client, query);
      return this.#once(mark, write(query));
    }
  }

  /** The plan is made where it was missing. Behind a pooler the second try may meet yet another connection. */
  async #onceAgain(mark: string, query: Sql, kept: string): Promise<pg.QueryResult> {
    try {
      return await this.#once(mark, kept, `${prepareAgain(query)};\n`);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return this.#once(mark, write(query));
    }
  }

  async #kept(query: Sql): Promise<string | undefined> {
    try {
      return await byPreparedStatement(this.#client, query);
    } catch (error) {
      throw this.#faulty(error);
    }
  }

  async #once(mark: string, statement: string, before = ''): Promise<pg.QueryResult> {
    const trail = currentAuditContext();
    const visit = impersonationStatement();
    const confined = visit ? `${visit};${confine(mark)}` : confine(mark);
    if (!trail) {
      const results = await this.#send(`${before}${confined};\n${statement}\n;${reset}`, poolTypes);
      return last(results.slice(0, -1));
    }
    const noted = `${openAuditContext};${confined};\n${statement}\n;${note(trail)}`;
    const results = await this.#send(`${before}${noted};${reset}`, poolTypes);
    told(trail, results.at(-2));
    return last(results.slice(0, -2));
  }

  begin(how: string): void {
    this.#trail = currentAuditContext();
    this.#held = [how, impersonationStatement(), this.#trail && openAuditContext].filter(Boolean).join(';');
    this.#inTransaction = true;
  }

  /** One statement inside the transaction that was begun. */
  async within(statement: string, types = poolTypes): Promise<pg.QueryResult> {
    const held = this.#held;
    this.#held = undefined;
    return last(await this.#send(held === undefined ? statement : `${held};\n${statement}`, types));
  }

  /** Rejects when PostgreSQL rolled back instead, which it does when a failed statement was caught and passed over. */
  async commit(): Promise<void> {
    this.#inTransaction = false;
    if (this.#held !== undefined) {
      this.#held = undefined;
      return;
    }
    // After a failed statement nothing can be noted, and nothing stays.
    const trail = this.#client.getTransactionStatus() === 'T' ? this.#trail : undefined;
    const results = await this.#send(`${trail ? `${note(trail)};` : ''}commit;${reset}`, poolTypes);
    if (results.at(-2)?.command === 'COMMIT') {
      if (trail) told(trail, results[0]);
      return;
    }
    throw new Error('the transaction was rolled back: a statement in it had failed', { cause: this.#failure });
  }

  /** Never rejects: what made the transaction fail is worth more than how its end failed. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    const begun = this.#held === undefined && this.#client.getTransactionStatus() !== 'I';
    this.#held = undefined;
    if (begun) await this.#send(`rollback;${reset}`, poolTypes).catch(() => undefined);
  }

  /** What the entity manager sends. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (sql.includes('\0'))
      throw new AppError(400, 'ERR_VALIDATION', { context: { reason: 'text with a NUL character' } });
    if (this.#held !== undefined && (sql.startsWith(confineStart) || sql.startsWith(confineByManager))) {
      this.#held += `;\n${sql}`;
      return { rows: [] };
    }
    const { command, rowCount, rows } = await this.#forEntities(sql, parameters);
    return written.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  async #forEntities(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (parameters.length > 0) {
      // Bound parameters and several statements exclude each other in the protocol.
      if (this.#held !== undefined) await this.within('select', entityTypes);
      this.#failed ||= !this.#inTransaction;
      return last(await this.#send(sql, entityTypes, parameters));
    }
    if (this.#inTransaction) return this.within(sql, entityTypes);
    return last((await this.#send(`${sql}\n;${reset}`, entityTypes)).slice(0, -1));
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('entities are not streamed: read lists in pages with sql');
  }

  /** Gives the connection back without a trace of who used it, or closes it. */
  async release(): Promise<void> {
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
      const result: pg.QueryResult | pg.QueryResult[] = await this.#client.query({
        text,
        types,
        ...(values ? { values: [...values] } : {}),
      });
      return Array.isArray(result) ? result : [result];
    } catch (error) {
      throw this.#faulty(error);
    }
  }

  #faulty(error: unknown): unknown {
    this.#failure ??= error;
    this.#failed = true;
    this.#broken ||= isUnavailable(error);
    return named(error);
  }
}

const note = (trail: AuditContext): string => `select kernel.note_here(${literal(trail.json)}) as noted`;
const told = (trail: AuditContext, result: pg.QueryResult | undefined): void => {
  if ((result?.rows[0] as { noted?: boolean } | undefined)?.noted === true) trail.isStored = true;
};
const written = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
const last = (results: readonly pg.QueryResult[]): pg.QueryResult => results.at(-1) ?? nothing;
