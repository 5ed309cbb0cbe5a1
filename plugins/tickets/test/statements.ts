import pg from 'pg';
import { vi } from 'vitest';
import type { TestHost } from '@balcao/testing';

type Query = (this: pg.Client, ...sent: unknown[]) => unknown;
/** The pools of a node; locks, listening and jobs have connections of their own. */
const pools = new Set(['balcao', 'balcao-app']);
/** Statements that a node sends by timer, whether or not anything happened. */
const recurring = /kernel\.event_retry|kernel\.lease|kernel\.presence/;

const textOf = (sent: unknown): string =>
  (typeof sent === 'string' ? sent : String((sent as { text?: unknown } | undefined)?.text ?? '')).trim();
const isClaim = (sent: unknown): boolean =>
  String((sent as { name?: unknown } | undefined)?.name ?? '').startsWith('event-claim');

/**
 * Counts the statements that a node sends to its database, each round trip once. Preparing a plan on a connection does
 * not count, nor do polls of the outbox by timer that find nothing.
 */
export class StatementCount {
  #sent: string[] = [];
  readonly #database: string;

  constructor(host: TestHost) {
    this.#database = new URL(host.databaseUrl).pathname.slice(1);
    const original = pg.Client.prototype.query as unknown as Query;
    const note = (text: string): void => void this.#sent.push(text);
    const isCounted = (client: pg.Client): boolean => {
      const { connectionParameters: parameters } = client as unknown as {
        connectionParameters: { application_name?: string; database?: string };
      };
      return pools.has(parameters.application_name ?? '') && parameters.database === this.#database;
    };
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
      const text = textOf(sent[0]);
      if (!isCounted(this) || text.startsWith('prepare ') || recurring.test(text)) return original.apply(this, sent);
      const done = sent.at(-1);
      if (!isClaim(sent[0]) || typeof done !== 'function') {
        note(text);
        return original.apply(this, sent);
      }
      const answered = (error: unknown, result: pg.QueryResult | undefined): void => {
        if (result?.rowCount) note(text);
        (done as (error: unknown, result: unknown) => void)(error, result);
      };
      return original.apply(this, [...sent.slice(0, -1), answered]);
    } as never);
  }

  end(): void {
    vi.restoreAllMocks();
  }

  /** Returns the statements of this work and of everything that followed from it, until nothing more comes. */
  async of(work: () => Promise<unknown>): Promise<string[]> {
    this.#sent = [];
    await work();
    for (let before = -1; before !== this.#sent.length;) {
      before = this.#sent.length;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return this.#sent;
  }
}
