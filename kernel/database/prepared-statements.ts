import { createHash } from 'node:crypto';
import { compile, type Sql } from '@balcao/sdk/server';
import type pg from 'pg';
import { literal } from './literal.ts';
import { write } from './statement.ts';

/** A plan takes up to some hundred kilobytes, on every connection. */
const most = 40;

/**
 * A plan's name says which statement it runs: behind a pooler one connection of PostgreSQL serves many nodes, and a name
 * that two of them gave to different statements would run the other's.
 */
const nameFor = (text: string): string => `kept_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/**
 * The plans that one connection keeps: PostgreSQL's prepared statements
 * (https://www.postgresql.org/docs/18/sql-prepare.html), run by `execute` so that the company still travels in the
 * same message. Those of another company are the same: policies ask for the company when the statement runs.
 */
class PreparedStatements {
  readonly #client: pg.PoolClient;
  /** By text, longest unused first. */
  readonly #names = new Map<string, string>();

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async nameOf(text: string, query: Sql): Promise<string> {
    const known = this.#names.get(text);
    const name = known ?? nameFor(text);
    if (known === undefined) {
      // Refuses what would be refused without a plan; what has one was let through.
      write(query);
      await this.#client.query(prepare(text)).catch((error: unknown) => {
        if (!hasCode(error, '42P05')) throw error;
      });
    }
    this.#names.delete(text);
    this.#names.set(text, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > most && oldest !== undefined) await this.forget(oldest);
    return name;
  }

  async forget(text: string): Promise<void> {
    const name = this.#names.get(text);
    this.#names.delete(text);
    // It may be gone already: whoever shares the connection through a pooler may have thrown all of them away.
    if (name !== undefined) await this.#client.query(`deallocate ${name}`).catch(() => undefined);
  }
}

const prepare = (text: string): string => `prepare ${nameFor(text)} as ${text}`;

const books = new WeakMap<pg.PoolClient, PreparedStatements>();
const plansOf = (client: pg.PoolClient): PreparedStatements => {
  const plans = books.get(client) ?? new PreparedStatements(client);
  books.set(client, plans);
  return plans;
};

/** Texts whose plan cannot be made with their values left out, the type of one being unknown then. */
const unkeepable = new Set<string>();

/** The statement that runs this one by its kept plan, which is made at first; undefined when that cannot be. */
export const byPreparedStatement = async (client: pg.PoolClient, query: Sql): Promise<string | undefined> => {
  const { text, values } = compile(query);
  if (unkeepable.has(text)) return undefined;
  try {
    const name = await plansOf(client).nameOf(text, query);
    return values.length > 0 ? `execute ${name}(${values.map(literal).join(', ')})` : `execute ${name}`;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('42'))) throw error;
    unkeepable.add(text);
    return undefined;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether the connection has no such plan: behind a pooler, statements of one client meet many connections. */
export const isMissing = (error: unknown): boolean => hasCode(error, '26000');

/** What makes the missing plan, to be sent in one message with what runs it: so both meet the same connection. */
export const prepareAgain = (query: Sql): string => prepare(compile(query).text);

/** Whether it failed because what was kept no longer holds: the tables changed under it, or it came or went meanwhile. */
export const isOutdated = (error: unknown): boolean => ['0A000', '26000', '42P05'].some((code) => hasCode(error, code));

export const forgetStatement = (client: pg.PoolClient, query: Sql): Promise<void> =>
  plansOf(client).forget(compile(query).text);
