import type { Log } from '@balcao/sdk/server';
import type { Signals } from './ports.ts';

interface CompanyMemoryOptions<T> {
  /** Channel on which the nodes announce which company changed. */
  channel: string;
  signals: Signals;
  log: Log;
  /** Reads the given companies, or all of them. A company that is absent from the result is dropped. */
  load(companyIds?: readonly number[]): Promise<Map<number, T>>;
  /** Called on every node after a company's entry was replaced. */
  onReplaced?(companyId: number, before: T | undefined, after: T | undefined): void;
  /** Interval of reading everything again, in case a message was lost. */
  pollMs?: number;
}

/** Cached data of every company: read without waiting, refreshed by messages and a slow poll. */
export class CachedCompanies<T> {
  #entries = new Map<number, T>();
  #loading: Promise<void> = Promise.resolve();
  #poll: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;
  readonly #options: CompanyMemoryOptions<T>;

  constructor(options: CompanyMemoryOptions<T>) {
    this.#options = options;
  }

  get(companyId: number): T | undefined {
    return this.#entries.get(companyId);
  }

  entries(): IterableIterator<[number, T]> {
    return this.#entries.entries();
  }

  async start(): Promise<void> {
    const { channel, signals, pollMs = 300_000 } = this.#options;
    this.#unlisten = await signals.listen(channel, (payload) => this.#quietly(() => this.refresh(Number(payload))), {
      onReconnect: () => this.#quietly(() => this.refresh()),
    });
    await this.refresh();
    this.#poll = setInterval(() => this.#quietly(() => this.refresh()), pollMs);
    this.#poll.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll);
    await this.#unlisten?.();
    await this.#loading;
  }

  /** Announces a committed change: this node has it when the promise resolves, the others soon after. */
  async changed(companyId: number): Promise<void> {
    await this.refresh(companyId);
    await this.#options.signals.notify(this.#options.channel, String(companyId));
  }

  /** Loads run one after another, so that an older result never replaces a newer one. */
  refresh(companyId?: number): Promise<void> {
    const next = this.#loading.then(async () => {
      const loaded = await this.#options.load(companyId === undefined ? undefined : [companyId]);
      const touched = companyId === undefined ? new Set([...this.#entries.keys(), ...loaded.keys()]) : [companyId];
      for (const id of touched) this.#replace(id, loaded.get(id));
    });
    this.#loading = next.catch(() => undefined);
    return next;
  }

  #replace(companyId: number, after: T | undefined): void {
    const before = this.#entries.get(companyId);
    if (after === undefined) this.#entries.delete(companyId);
    else this.#entries.set(companyId, after);
    this.#options.onReplaced?.(companyId, before, after);
  }

  #quietly(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.#options.log.warn({ err: error, channel: this.#options.channel }, 'company state could not be refreshed');
    });
  }
}
