import { RetryLater, type Scope } from '@balcao/sdk/server';
import { senderOf, type Arrived } from './arrived.ts';
import { isHeldUp, isUnavailable, storeAlone, storeTogether, type Stored } from './store.ts';

/** Of one statement. */
const maxTogether = 300;
const maxLetters = 1_000_000;
/** Statements that a batch may fail by while what is wrong with it is looked for. */
const maxFailures = 12;
/** Conversations of a company whose messages are stored one by one at the same time. */
const maxAlone = 4;

interface Limits {
  /** So many of one company wait here. Who comes then is told to come again, and nothing is lost. */
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
 * What arrives for one company. What comes while a batch is being stored is the next one, so a message that comes alone
 * waits for nothing, and a thousand that come at once cost a handful of statements. What cannot go with the others goes
 * alone, after what the same sender said before.
 */
class CompanyBatches {
  readonly #limits: Limits;
  #waiting: Item[] = [];
  #isRunning = false;
  /** By sender: what is stored one by one. */
  readonly #lanes = new Map<string, Item[]>();
  #lanesToRun: Item[][] = [];
  #lanesRunning = 0;
  /** Asked for and not answered. */
  #held = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#held === 0;
  }

  async add(scope: Scope, messages: readonly Arrived[]): Promise<PromiseSettledResult<Stored>[]> {
    if (this.#held > 0 && this.#held + messages.length > this.#limits.maxWaiting)
      throw new RetryLater(1_000, 'too many messages of the company wait to be stored');
    this.#held += messages.length;
    const stored = messages.map((message) => {
      const { promise, resolve, reject } = Promise.withResolvers<Stored>();
      const json = JSON.stringify(message);
      this.#waiting.push({ scope, sender: senderOf(message), json, resolve, reject });
      return promise;
    });
    if (!this.#isRunning) void this.#run();
    const settled = await Promise.allSettled(stored);
    this.#held -= messages.length;
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
    while (amount < Math.min(this.#waiting.length, maxTogether)) {
      length += this.#waiting[amount]?.json.length ?? 0;
      if (amount > 0 && length > maxLetters) break;
      amount += 1;
    }
    const batch = this.#behindOwn(this.#waiting.splice(0, amount));
    return batch.length > 0 || this.#waiting.length === 0 ? batch : this.#next();
  }

  /** Those whose sender has something under way that goes alone go behind it. */
  #behindOwn(items: readonly Item[]): Item[] {
    return items.filter((item) => {
      const lane = this.#lanes.get(item.sender);
      lane?.push(item);
      return lane === undefined;
    });
  }

  /** Settles each, or leaves it to its sender's lane. Answers how many further statements may fail. */
  async #store(items: readonly Item[], failures: number): Promise<number> {
    const [first] = items;
    if (!first) return failures;
    let stored: readonly (Stored | undefined)[];
    try {
      stored = await storeTogether(
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
      else this.#goAlone(item);
    }
    this.#answer(answers);
    return failures;
  }

  /** The database gets the next batch first: while it stores that one, this node answers for the one before. */
  #answer(answers: readonly (() => void)[]): void {
    const answerAll = (): void => {
      for (const answer of answers) answer();
    };
    if (this.#waiting.length === 0) answerAll();
    else setImmediate(answerAll);
  }

  /** Nothing was stored: whatever is wrong with one must not keep the others. */
  async #failed(items: readonly Item[], failures: number, error: unknown): Promise<number> {
    if (isUnavailable(error)) {
      for (const item of items) item.reject(error);
      return failures;
    }
    if (items.length === 1 || failures <= 0 || isHeldUp(error)) {
      for (const item of items) this.#goAlone(item);
      return failures;
    }
    const middle = Math.ceil(items.length / 2);
    const left = await this.#store(items.slice(0, middle), failures);
    return this.#store(this.#behindOwn(items.slice(middle)), left);
  }

  #goAlone(item: Item): void {
    const lane = this.#lanes.get(item.sender);
    if (lane) {
      lane.push(item);
      return;
    }
    const made = [item];
    this.#lanes.set(item.sender, made);
    this.#lanesToRun.push(made);
    this.#runLanes();
  }

  #runLanes(): void {
    while (this.#lanesRunning < maxAlone) {
      const lane = this.#lanesToRun.shift();
      if (!lane) return;
      this.#lanesRunning += 1;
      void this.#runLane(lane).then(() => {
        this.#lanesRunning -= 1;
        this.#runLanes();
      });
    }
  }

  async #runLane(lane: Item[]): Promise<void> {
    let last: Item | undefined;
    for (let item = lane.shift(); item; item = lane.shift()) {
      last = item;
      try {
        item.resolve(await storeAlone(item.scope, item.json));
      } catch (error) {
        item.reject(error);
      }
    }
    if (last) this.#lanes.delete(last.sender);
  }
}

/** Stores what arrives on this node: of each company together what comes at the same time, and no company with another. */
export class Batches {
  readonly #companies = new Map<number, CompanyBatches>();
  readonly #limits: Limits;

  constructor(limits: Limits = { maxWaiting: 5_000 }) {
    this.#limits = limits;
  }

  /** In their order. Each is stored or has its error; what its scope does in a transaction of its own goes alone. */
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
    const [one] = await Promise.allSettled([storeAlone(scope, JSON.stringify(message))]);
    settled.push(one);
  }
  return settled;
};
