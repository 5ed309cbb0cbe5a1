import { AppError } from './errors.ts';
import type { Scope } from './scope.ts';

/** An item that `run` could not do with the others: it is done by itself, with all the time it takes. */
export const leftOut: unique symbol = Symbol('left out of the batch');

export interface CompanyBatchOptions<Item, Outcome> {
  /**
   * Does all of them or none, in one transaction of the scope's company, and answers an outcome for each, in their
   * order. `waits`: there is only this one, and it may wait for whatever it has to wait for. Otherwise others would wait
   * with it: answer `leftOut` for what somebody else holds, or give up with PostgreSQL's `lock_timeout`.
   */
  run(scope: Scope, items: readonly Item[], waits: boolean): Promise<readonly (Outcome | typeof leftOut)[]>;
  /** Items of one call of `run`; 100 when it is left out. */
  most?: number;
}

interface Waiting<Item, Outcome> {
  scope: Scope;
  item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_DATABASE_UNAVAILABLE';

/** PostgreSQL gave up waiting for somebody else's row. */
const isHeldUp = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === '55P03' || cause?.code === '55P03';
};

const runAlone = async <Item, Outcome>(
  { run }: CompanyBatchOptions<Item, Outcome>,
  scope: Scope,
  item: Item,
): Promise<Outcome> => {
  const outcomes = await run(scope, [item], true);
  if (outcomes.length !== 1 || outcomes[0] === leftOut) throw new Error('an item was left out though it was alone');
  return outcomes[0] as Outcome;
};

/** What waits for one company. One call of `run` is under way at a time; what comes meanwhile is the next one. */
class Line<Item, Outcome> {
  readonly #options: CompanyBatchOptions<Item, Outcome>;
  readonly #onEmpty: () => void;
  #waiting: Waiting<Item, Outcome>[] = [];
  #isRunning = false;

  constructor(options: CompanyBatchOptions<Item, Outcome>, onEmpty: () => void) {
    this.#options = options;
    this.#onEmpty = onEmpty;
  }

  add(scope: Scope, item: Item): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ scope, item, resolve, reject });
    if (!this.#isRunning) {
      this.#isRunning = true;
      // What is asked for in the same turn of the event loop goes together.
      setImmediate(() => void this.#run());
    }
    return promise;
  }

  async #run(): Promise<void> {
    const { most = 100 } = this.#options;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, most));
    this.#isRunning = false;
    this.#onEmpty();
  }

  /** Each gets its outcome or an error of its own: one that fails does not take the others with it. */
  async #settle(items: readonly Waiting<Item, Outcome>[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    let outcomes: readonly (Outcome | typeof leftOut)[] = [];
    try {
      const all = items.map(({ item }) => item);
      outcomes = await this.#options.run(first.scope, all, false);
    } catch (error) {
      if (isUnavailable(error) || (items.length === 1 && !isHeldUp(error))) {
        for (const { reject } of items) reject(error);
        return;
      }
      if (!isHeldUp(error)) {
        const middle = Math.ceil(items.length / 2);
        await this.#settle(items.slice(0, middle));
        return this.#settle(items.slice(middle));
      }
    }
    for (const [index, waiting] of items.entries()) {
      const outcome = index < outcomes.length ? (outcomes[index] as Outcome | typeof leftOut) : leftOut;
      // Those that come after it do not wait for what it waits for.
      if (outcome === leftOut)
        void runAlone(this.#options, waiting.scope, waiting.item).then(waiting.resolve, waiting.reject);
      else waiting.resolve(outcome);
    }
  }
}

/**
 * Work of one company that comes at the same time, done by one statement and one commit instead of one each: round trips
 * are what most work costs. What comes alone is done at once; what comes while `run` is under way goes with the next
 * call. No company waits for another. Inside a transaction, and wherever something is recorded, each is done by itself
 * with its own scope; otherwise with the scope of the first of them, so let an item carry who it is for.
 *
 * A call of `run` that throws is made again with ever fewer items until only those fail that are at fault, except when
 * the database cannot be reached, where nobody knows whether it was done. There is no order between items of one moment.
 * Make it in `setup`, so that each server has its own.
 * @example
 * const counted = companyBatch<number, number>({
 *   run: async (scope, ids) => {
 *     const rows = await scope.sql.rows<{ id: number; parts: number }>(
 *       sql`select id, parts from shop.item where id = any(${[...ids]}::int[])`,
 *     );
 *     return ids.map((id) => rows.find((row) => row.id === id)?.parts ?? 0);
 *   },
 * });
 * const parts = await counted(scope, id);
 */
export const companyBatch = <Item, Outcome>(
  options: CompanyBatchOptions<Item, Outcome>,
): ((scope: Scope, item: Item) => Promise<Outcome>) => {
  const lines = new Map<number, Line<Item, Outcome>>();
  return (scope, item) => {
    if (!scope.standsAlone) return runAlone(options, scope, item);
    const { id } = scope.company;
    const line = lines.get(id) ?? new Line(options, () => void (lines.get(id) === line && lines.delete(id)));
    lines.set(id, line);
    return line.add(scope, item);
  };
};
