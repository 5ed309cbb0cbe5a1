import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@balcao/sdk/server';
import pg from 'pg';

export interface ListenOptions {
  /** The connection is lost: from here on nothing is heard. */
  onLost?: () => void;
  /** After a lost connection came back: whatever was announced meanwhile was missed, so read again. */
  onReconnect?: () => void;
}
interface Ear {
  onPayload: (payload: string) => void;
  onReconnect: (() => void) | undefined;
  onLost: (() => void) | undefined;
}

const pause = 1000;

/** One connection of its own that listens on all channels, and comes back by itself. */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #ears = new Map<string, Set<Ear>>();
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Resolves when PostgreSQL listens. The answer ends it. */
  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    options: ListenOptions = {},
  ): Promise<() => Promise<void>> {
    const ear: Ear = { onPayload, onReconnect: options.onReconnect, onLost: options.onLost };
    const ears = this.#ears.get(channel) ?? new Set();
    const first = ears.size === 0;
    this.#ears.set(channel, ears.add(ear));
    if (!this.#client) await this.#connected();
    else if (first) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      ears.delete(ear);
      if (ears.size > 0 || this.#ears.get(channel) !== ears) return;
      this.#ears.delete(channel);
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
    client.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload));
    try {
      await client.connect();
      // Channels that were added while the others were being announced are new in the map: go on until all are.
      const announced = new Set<string>();
      for (const channel of this.#ears.keys()) {
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
    client.once('end', () => void this.#comeBack(client));
  }

  async #comeBack(lost: pg.Client): Promise<void> {
    if (this.#client !== lost) return;
    this.#client = undefined;
    this.#log.warn({}, 'database listener lost its connection');
    this.#tellAll(({ onLost }) => onLost?.());
    while (!this.#stop.signal.aborted && !this.#client) {
      try {
        await delay(pause, undefined, { signal: this.#stop.signal });
        await this.#connected();
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#log.debug({ err: error }, 'database listener still waits');
      }
    }
    if (!this.#client) return;
    this.#tellAll(({ onReconnect }) => onReconnect?.());
  }

  #tellAll(call: (ear: Ear) => void): void {
    for (const ear of [...this.#ears.values()].flatMap((ears) => [...ears])) this.#tell(() => call(ear));
  }

  #hear(channel: string, payload: string): void {
    for (const ear of [...(this.#ears.get(channel) ?? [])]) this.#tell(() => ear.onPayload(payload));
  }

  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, 'a listener failed');
    }
  }
}
