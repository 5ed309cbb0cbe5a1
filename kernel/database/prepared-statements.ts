import { createHash } from 'node:crypto';
import { compile, type Sql } from '@balcao/sdk/server';
import type pg from 'pg';
import { literal } from './literal.ts';
import { writeStatement } from './statement.ts';

/** Most prepared statements of one connection. A plan takes up to some hundred kilobytes on every connection. */
const maxStatements = 40;

/**
 * Derives the name of a prepared statement from its text: behind a pooler one connection of PostgreSQL serves many
 * nodes, and if two nodes gave one name to different statements, one would run the other's.
 */
const nameFor = (text: string): string => `prepared_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/**
 * The prepared statements of one connection (https://www.postgresql.org/docs/18/sql-prepare.html), run by `execute`
 * so that the company is still sent in the same message. They serve all companies, because policies read the company
 * when the statement runs.
 */
class PreparedStatements {
  readonly #client: pg.PoolClient;
  /** Names by statement text, least recently used first. */
  readonly #names = new Map<string, string>();

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async nameOf(text: string, query: Sql): Promise<string> {
    const known = this.#names.get(text);
    const name = known ?? nameFor(text);
    if (known === undefined) {
      // Applies the checks of a statement that is not prepared. Prepared ones have passed them.
      writeStatement(query);
      await this.#client.query(prepare(text)).catch((error: unknown) => {
        if (!hasCode(error, '42P05')) throw error;
      });
    }
    this.#names.delete(text);
    this.#names.set(text, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > maxStatements && oldest !== undefined) await this.forget(oldest);
    return name;
  }

  async forget(text: string): Promise<void> {
    const name = this.#names.get(text);
    this.#names.delete(text);
    // The statement may be gone already, because a client that shares the connection through a pooler may have
    // dropped all of them.
    if (name !== undefined) await this.#client.query(`deallocate ${name}`).catch(() => undefined);
  }
}

const prepare = (text: string): string => `prepare ${nameFor(text)} as ${text}`;

const statementsByClient = new WeakMap<pg.PoolClient, PreparedStatements>();
const statementsOf = (client: pg.PoolClient): PreparedStatements => {
  const statements = statementsByClient.get(client) ?? new PreparedStatements(client);
  statementsByClient.set(client, statements);
  return statements;
};

/** Texts that cannot be prepared, because the type of a value is unknown when it is left out. */
const unpreparable = new Set<string>();

/** Returns the `execute` statement for this query, and prepares it at first; undefined when it cannot be prepared. */
export const executeStatement = async (client: pg.PoolClient, query: Sql): Promise<string | undefined> => {
  const { text, values } = compile(query);
  if (unpreparable.has(text)) return undefined;
  try {
    const name = await statementsOf(client).nameOf(text, query);
    return values.length > 0 ? `execute ${name}(${values.map(literal).join(', ')})` : `execute ${name}`;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('42'))) throw error;
    unpreparable.add(text);
    return undefined;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Returns true when the connection has no such statement: behind a pooler, the statements of one client use many
 * connections.
 */
export const isMissing = (error: unknown): boolean => hasCode(error, '26000');

/**
 * Returns the statement that prepares the missing one, to be sent in the same message as its `execute`, so that both
 * use the same connection.
 */
export const prepareStatement = (query: Sql): string => prepare(compile(query).text);

/**
 * Returns true when a prepared statement is no longer valid: its tables changed, or it was created or dropped in the
 * meantime.
 */
export const isOutdated = (error: unknown): boolean => ['0A000', '26000', '42P05'].some((code) => hasCode(error, code));

export const forgetStatement = (client: pg.PoolClient, query: Sql): Promise<void> =>
  statementsOf(client).forget(compile(query).text);
