import type { CompanyCache, Log } from '@balcao/sdk/server';

export interface CompanyCachesParts {
  /** Caches that are declared now. */
  declared(): Iterable<CompanyCache<unknown>>;
  listen(
    channel: string,
    receive: (payload: string) => void,
    options: { onLost: () => void; onReconnect: () => void },
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  log: Log;
  now?(): number;
}

interface Entry {
  value: Promise<unknown>;
  until: number;
}
interface CachedEntries {
  /**
   * Declaration of the cache. A new version of a plugin declares another one under the same id, and must not get
   * values of the old one.
   */
  cache: CompanyCache<unknown>;
  companies: Map<number, Entry>;
}

const channel = 'balcao_caches';
/** Longest lifetime of an entry, in case a message between nodes is lost. */
const longestMs = 300_000;
const maxCompanies = 5_000;

/** Per-company caches of plugins on this node. An entry is dropped as a whole and read again on demand. */
export class CompanyCaches {
  readonly #parts: CompanyCachesParts;
  readonly #entries = new Map<string, CachedEntries>();
  #isListening = false;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(parts: CompanyCachesParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const receive = (payload: string): void => {
      const [company, event = ''] = payload.split(' ');
      this.drop(Number(company), event);
    };
    const clearWhen = (isListening: boolean) => (): void => {
      this.#entries.clear();
      this.#isListening = isListening;
    };
    const options = { onLost: clearWhen(false), onReconnect: clearWhen(true) };
    this.#unlisten = await this.#parts.listen(channel, receive, options);
    this.#isListening = true;
  }

  async stop(): Promise<void> {
    this.#isListening = false;
    this.#entries.clear();
    await this.#unlisten?.();
  }

  get<T>(cache: CompanyCache<T>, companyId: number, load: () => Promise<T>): Promise<T> {
    if (!this.#isListening) return load();
    const { companies } = this.#of(cache);
    const now = this.#now();
    const known = companies.get(companyId);
    if (known && known.until > now) return known.value as Promise<T>;
    companies.delete(companyId);
    const [oldest] = companies.keys();
    if (companies.size >= maxCompanies && oldest !== undefined) companies.delete(oldest);
    const entry: Entry = { value: load(), until: now + longestMs };
    companies.set(companyId, entry);
    entry.value.catch(() => companies.get(companyId) === entry && companies.delete(companyId));
    return entry.value as Promise<T>;
  }

  /**
   * Drops the entries that depend on the event, and those that are being read now, because they may be older than the
   * change.
   */
  drop(companyId: number, event: string): void {
    for (const { cache, companies } of this.#entries.values())
      if (cache.invalidatedBy.some(({ id }) => id === event)) companies.delete(companyId);
  }

  /** Events that invalidate any cache. */
  get events(): ReadonlySet<string> {
    return new Set([...this.#parts.declared()].flatMap(({ invalidatedBy }) => invalidatedBy.map(({ id }) => id)));
  }

  /**
   * Called after the commit of an event on the node that emitted it. If other nodes miss this message, the delivery
   * of the event announces it.
   */
  emitted(companyId: number, event: string): void {
    if (!this.events.has(event)) return;
    this.announce(companyId, event).catch((error: unknown) =>
      this.#parts.log.info(
        { err: error, company: companyId, event },
        "cache invalidation could not be announced to other nodes, the event's delivery will",
      ),
    );
  }

  /** Drops the entries here, and resolves when it was announced to all nodes. */
  announce(companyId: number, event: string): Promise<void> {
    this.drop(companyId, event);
    return this.#parts.notify(channel, `${companyId} ${event}`);
  }

  #of(cache: CompanyCache<unknown>): CachedEntries {
    const known = this.#entries.get(cache.id);
    if (known?.cache === cache) return known;
    const fresh: CachedEntries = { cache, companies: new Map() };
    this.#entries.set(cache.id, fresh);
    return fresh;
  }

  #now(): number {
    return this.#parts.now?.() ?? performance.now();
  }
}
