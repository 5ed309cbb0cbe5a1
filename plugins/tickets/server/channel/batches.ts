import { RetryLater, type Scope } from '@balcao/sdk/server';
import { senderOf, type Arrived } from './arrived.ts';
import { isLockTimeout, isUnavailable, storeOne, storeBatch, type Stored } from './store.ts';

/** Maximum number of messages in one statement. */
const maxBatch = 300;
const maxCharacters = 1_000_000;
/** Number of failing statements allowed while the message at fault in a batch is searched for. */
const maxFailures = 12;
/** Number of senders of one company whose messages are stored one by one at the same time. */
const maxAlone = 4;

interface Limits {
  /** Maximum number of messages of one company waiting here. Callers beyond it get RetryLater, so nothing is lost. */
  maxWaiting: number;
}

interface Item {
  scope: Scope;
  sender: string;
  /** The message as JSON. */
  json: string;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

/**
 * The messages arriving for one company. Messages that arrive while a batch is being stored form the next batch, so a
 * single message waits for nothing and a thousand at once cost a handful of statements. A message that cannot be stored
 * with the others is stored alone, after the earlier messages of the same sender.
 */
class CompanyBatches {
  readonly #limits: Limits;
  #waiting: Item[] = [];
  #isRunning = false;
  /** Messages that are stored one by one, by sender. */
  readonly #senderQueues = new Map<string, Item[]>();
  #queuesToRun: Item[][] = [];
  #runningQueues = 0;
  /** Number of messages accepted and not settled yet. */
  #unsettled = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#unsettled === 0;
  }

  async add(scope: Scope, messages: readonly Arrived[]): Promise<PromiseSettledResult<Stored>[]> {
    if (this.#unsettled > 0 && this.#unsettled + messages.length > this.#limits.maxWaiting)
      throw new RetryLater(1_000, 'too many messages of the company wait to be stored');
    this.#unsettled += messages.length;
    const stored = messages.map((message) => {
      const { promise, resolve, reject } = Promise.withResolvers<Stored>();
      const json = JSON.stringify(message);
      this.#waiting.push({ scope, sender: senderOf(message), json, resolve, reject });
      return promise;
    });
    if (!this.#isRunning) void this.#run();
    const settled = await Promise.allSettled(stored);
    this.#unsettled -= messages.length;
    return settled;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) await this.#store(batch, maxFailures);
    this.#isRunning = false;
  }

  #next(): Item[] {
    let amount = 0;
    let length = 0;
    while (amount < Math.min(this.#waiting.length, maxBatch)) {
      length += this.#waiting[amount]?.json.length ?? 0;
      if (amount > 0 && length > maxCharacters) break;
      amount += 1;
    }
    const batch = this.#queueBehindSender(this.#waiting.splice(0, amount));
    return batch.length > 0 || this.#waiting.length === 0 ? batch : this.#next();
  }

  /** Appends items to the one-by-one queue of their sender, if it has one, and returns the rest. */
  #queueBehindSender(items: readonly Item[]): Item[] {
    return items.filter((item) => {
      const queue = this.#senderQueues.get(item.sender);
      queue?.push(item);
      return queue === undefined;
    });
  }

  /** Settles each item, or leaves it to the queue of its sender. Returns how many further statements may fail. */
  async #store(items: readonly Item[], failures: number): Promise<number> {
    const [first] = items;
    if (!first) return failures;
    let stored: readonly (Stored | undefined)[];
    try {
      stored = await storeBatch(
        first.scope,
        items.map(({ json }) => json),
      );
    } catch (error) {
      return this.#failed(items, failures - 1, error);
    }
    const answers: (() => void)[] = [];
    for (const [index, item] of items.entries()) {
      const one = stored[index];
      if (one) answers.push(() => item.resolve(one));
      else this.#enqueueAlone(item);
    }
    this.#answer(answers);
    return failures;
  }

  /** Answers after the next batch was sent to the database, so that the node works while the database does. */
  #answer(answers: readonly (() => void)[]): void {
    const answerAll = (): void => {
      for (const answer of answers) answer();
    };
    if (this.#waiting.length === 0) answerAll();
    else setImmediate(answerAll);
  }

  /** Handles a statement that stored nothing: one bad message must not keep the others from being stored. */
  async #failed(items: readonly Item[], failures: number, error: unknown): Promise<number> {
    if (isUnavailable(error)) {
      for (const item of items) item.reject(error);
      return failures;
    }
    if (items.length === 1 || failures <= 0 || isLockTimeout(error)) {
      for (const item of items) this.#enqueueAlone(item);
      return failures;
    }
    const middle = Math.ceil(items.length / 2);
    const left = await this.#store(items.slice(0, middle), failures);
    return this.#store(this.#queueBehindSender(items.slice(middle)), left);
  }

  #enqueueAlone(item: Item): void {
    const queue = this.#senderQueues.get(item.sender);
    if (queue) {
      queue.push(item);
      return;
    }
    const created = [item];
    this.#senderQueues.set(item.sender, created);
    this.#queuesToRun.push(created);
    this.#runQueues();
  }

  #runQueues(): void {
    while (this.#runningQueues < maxAlone) {
      const queue = this.#queuesToRun.shift();
      if (!queue) return;
      this.#runningQueues += 1;
      void this.#runQueue(queue).then(() => {
        this.#runningQueues -= 1;
        this.#runQueues();
      });
    }
  }

  async #runQueue(queue: Item[]): Promise<void> {
    let last: Item | undefined;
    for (let item = queue.shift(); item; item = queue.shift()) {
      last = item;
      try {
        item.resolve(await storeOne(item.scope, item.json));
      } catch (error) {
        item.reject(error);
      }
    }
    if (last) this.#senderQueues.delete(last.sender);
  }
}

/** Stores the messages that arrive on this node in batches, one batch per company at a time. */
export class Batches {
  readonly #companies = new Map<number, CompanyBatches>();
  readonly #limits: Limits;

  constructor(limits: Limits = { maxWaiting: 5_000 }) {
    this.#limits = limits;
  }

  /**
   * Stores the messages and returns their outcomes in the same order. Inside a caller's transaction they are stored one
   * by one.
   */
  async store(scope: Scope, messages: readonly Arrived[]): Promise<PromiseSettledResult<Stored>[]> {
    if (!scope.standsAlone) return oneByOne(scope, messages);
    const { id } = scope.company;
    const company = this.#companies.get(id) ?? new CompanyBatches(this.#limits);
    this.#companies.set(id, company);
    try {
      return await company.add(scope, messages);
    } finally {
      if (company.isIdle && this.#companies.get(id) === company) this.#companies.delete(id);
    }
  }
}

const oneByOne = async (scope: Scope, messages: readonly Arrived[]): Promise<PromiseSettledResult<Stored>[]> => {
  const settled: PromiseSettledResult<Stored>[] = [];
  for (const message of messages) {
    const [one] = await Promise.allSettled([storeOne(scope, JSON.stringify(message))]);
    settled.push(one);
  }
  return settled;
};
