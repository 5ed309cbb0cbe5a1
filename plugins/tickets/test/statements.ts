import pg from 'pg';
import { vi } from 'vitest';
import type { TestHost } from '@balcao/sdk/testing';

type Query = (this: pg.Client, ...sent: unknown[]) => unknown;
/** The pools of a node; locks, listening and jobs have connections of their own. */
const pools = new Set(['balcao', 'balcao-app']);

const textOf = (sent: unknown): string =>
  (typeof sent === 'string' ? sent : String((sent as { text?: unknown } | undefined)?.text ?? '')).trim();

/**
 * Counts what a node sends to its database, each round trip once. Call it before the node starts: from then on nothing
 * that recurs by the clock does, so that what is counted belongs to the work alone.
 */
export class StatementCount {
  #sent: string[] = [];
  #database = '';

  constructor() {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const original = pg.Client.prototype.query as unknown as Query;
    const note = (client: pg.Client, text: string): void => {
      const { application_name: name, database } = (
        client as unknown as { connectionParameters: { application_name?: string; database?: string } }
      ).connectionParameters;
      // A plan is prepared once on a connection.
      if (pools.has(name ?? '') && database === this.#database && !text.startsWith('prepare ')) this.#sent.push(text);
    };
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
      note(this, textOf(sent[0]));
      return original.apply(this, sent);
    } as never);
  }

  watch(host: TestHost): void {
    this.#database = new URL(host.databaseUrl).pathname.slice(1);
  }

  end(): void {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }

  /** What was sent by this work and by all that followed from it, until nothing more comes. */
  async of(work: () => Promise<unknown>): Promise<string[]> {
    await this.#quiet();
    this.#sent = [];
    await work();
    await this.#quiet();
    return this.#sent;
  }

  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.#sent.length;) {
      before = this.#sent.length;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
}
