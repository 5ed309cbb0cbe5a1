import { AppError } from './errors.ts';
import type { Scope } from './scope.ts';

/**
 * The outcome of an item that `run` could not process with the others: it is processed alone afterwards and may take as
 * long as it needs.
 */
export const leftOut: unique symbol = Symbol('left out of the batch');

export interface CompanyBatchOptions<Item, Outcome> {
  /**
   * Processes all items or none, in one transaction of the scope's company, and returns one outcome per item in the
   * same order. `waits` is true if the batch holds a single item, which may wait for locks. Otherwise a wait would
   * delay the other items: return `leftOut` for an item whose row is locked, or set PostgreSQL's `lock_timeout`.
   */
  run(scope: Scope, items: readonly Item[], waits: boolean): Promise<readonly (Outcome | typeof leftOut)[]>;
  /** Maximum number of items of one call of `run`; 100 if absent. */
  maxItems?: number;
}

interface PendingItem<Item, Outcome> {
  scope: Scope;
  item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_DATABASE_UNAVAILABLE';

/** True if PostgreSQL gave up waiting for a row lock. */
const isLockTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === '55P03' || cause?.code === '55P03';
};

const runAlone = async <Item, Outcome>(
  { run }: CompanyBatchOptions<Item, Outcome>,
  scope: Scope,
  item: Item,
): Promise<Outcome> => {
  const outcomes = await run(scope, [item], true);
  if (outcomes.length !== 1 || outcomes[0] === leftOut)
    throw new Error('run left out an item that was processed alone');
  return outcomes[0] as Outcome;
};

/**
 * The pending items of one company. One call of `run` is in progress at a time; items that arrive meanwhile form the
 * next batch.
 */
class CompanyQueue<Item, Outcome> {
  readonly #options: CompanyBatchOptions<Item, Outcome>;
  readonly #onEmpty: () => void;
  #waiting: PendingItem<Item, Outcome>[] = [];
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
      // Items requested in the same turn of the event loop are batched together.
      setImmediate(() => void this.#run());
    }
    return promise;
  }

  async #run(): Promise<void> {
    const { maxItems = 100 } = this.#options;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, maxItems));
    this.#isRunning = false;
    this.#onEmpty();
  }

  /** Settles each item with its own outcome or error: one failing item does not fail the others. */
  async #settle(items: readonly PendingItem<Item, Outcome>[]): Promise<void> {
    const [first] = items;
    if (!first) return;
    let outcomes: readonly (Outcome | typeof leftOut)[] = [];
    try {
      const all = items.map(({ item }) => item);
      outcomes = await this.#options.run(first.scope, all, false);
    } catch (error) {
      if (isUnavailable(error) || (items.length === 1 && !isLockTimeout(error))) {
        for (const { reject } of items) reject(error);
        return;
      }
      if (!isLockTimeout(error)) {
        const middle = Math.ceil(items.length / 2);
        await this.#settle(items.slice(0, middle));
        return this.#settle(items.slice(middle));
      }
    }
    for (const [index, waiting] of items.entries()) {
      const outcome = index < outcomes.length ? (outcomes[index] as Outcome | typeof leftOut) : leftOut;
      // The items after this one do not wait for the lock that it waits for.
      if (outcome === leftOut)
        void runAlone(this.#options, waiting.scope, waiting.item).then(waiting.resolve, waiting.reject);
      else waiting.resolve(outcome);
    }
  }
}

/**
 * Batches concurrent work of one company into one statement and one commit, because round trips are most of the cost. A
 * single item is processed at once; items that arrive while `run` is in progress form the next batch. Companies never
 * wait for each other. Inside a transaction, and wherever an audit entry is written, each item is processed alone with
 * its own scope; otherwise a batch runs with the scope of its first item, so let an item carry the person it is for.
 *
 * A call of `run` that throws is repeated with fewer and fewer items until only the items at fault fail. It is not
 * repeated if the database is unreachable, because the work may have been committed. Items of one batch have no order.
 * Create the batch in `setup`, so that each server has its own.
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
  const lines = new Map<number, CompanyQueue<Item, Outcome>>();
  return (scope, item) => {
    if (!scope.standsAlone) return runAlone(options, scope, item);
    const { id } = scope.company;
    const line = lines.get(id) ?? new CompanyQueue(options, () => void (lines.get(id) === line && lines.delete(id)));
    lines.set(id, line);
    return line.add(scope, item);
  };
};
