import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@balcao/sdk/server';
import pg from 'pg';

export interface ListenOptions {
  /** Called when the connection is lost; nothing is received from then on. */
  onLost?: () => void;
  /**
   * Called when the connection is back. Notifications sent in between were missed, so the caller must read its data
   * again.
   */
  onReconnect?: () => void;
}
interface Subscription {
  onPayload: (payload: string) => void;
  onReconnect: (() => void) | undefined;
  onLost: (() => void) | undefined;
}

const pause = 1000;

/** Listens to all channels on one dedicated connection and reconnects by itself. */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #subscriptions = new Map<string, Set<Subscription>>();
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Resolves when PostgreSQL listens. The returned function stops listening. */
  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    options: ListenOptions = {},
  ): Promise<() => Promise<void>> {
    const subscription: Subscription = { onPayload, onReconnect: options.onReconnect, onLost: options.onLost };
    const subscriptions = this.#subscriptions.get(channel) ?? new Set();
    const first = subscriptions.size === 0;
    this.#subscriptions.set(channel, subscriptions.add(subscription));
    if (!this.#client) await this.#connected();
    else if (first) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size > 0 || this.#subscriptions.get(channel) !== subscriptions) return;
      this.#subscriptions.delete(channel);
      await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#connecting?.catch(() => undefined);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #connected(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'balcao-listen', keepAlive: true });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => this.#receive(channel, payload));
    try {
      await client.connect();
      // Channels that were added while the others were subscribed are new in the map, so the loop runs until all are
      // subscribed.
      const announced = new Set<string>();
      for (const channel of this.#subscriptions.keys()) {
        if (announced.has(channel)) continue;
        announced.add(channel);
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stop.signal.aborted) {
      await client.end();
      return;
    }
    this.#client = client;
    client.once('end', () => void this.#reconnect(client));
  }

  async #reconnect(lost: pg.Client): Promise<void> {
    if (this.#client !== lost) return;
    this.#client = undefined;
    this.#log.warn({}, 'database listener lost its connection');
    this.#callAll(({ onLost }) => onLost?.());
    while (!this.#stop.signal.aborted && !this.#client) {
      try {
        await delay(pause, undefined, { signal: this.#stop.signal });
        await this.#connected();
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#log.debug({ err: error }, 'database listener is still reconnecting');
      }
    }
    if (!this.#client) return;
    this.#callAll(({ onReconnect }) => onReconnect?.());
  }

  #callAll(call: (subscription: Subscription) => void): void {
    for (const subscription of [...this.#subscriptions.values()].flatMap((subscriptions) => [...subscriptions]))
      this.#call(() => call(subscription));
  }

  #receive(channel: string, payload: string): void {
    for (const subscription of [...(this.#subscriptions.get(channel) ?? [])])
      this.#call(() => subscription.onPayload(payload));
  }

  #call(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, 'database listener callback failed');
    }
  }
}
