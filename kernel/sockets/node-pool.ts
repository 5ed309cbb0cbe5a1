import type { Log } from '@balcao/sdk/server';
import pg from 'pg';

type ListeningClient = pg.Client & { release(): void };
interface Waiting {
  channel: string;
  payload: string;
  sent(result: pg.QueryResult): void;
  failed(error: unknown): void;
}

/** Callbacks of the one connection that receives from the other nodes. */
export interface Listening {
  lost(): void;
  /** The connection listens again. Messages sent in the meantime are not repeated. */
  again(): void;
}

const maxAtOnce = 100;

/**
 * Used by the adapter between nodes in place of a pool. A real pool loses a slot with every listening connection that
 * breaks, because the adapter never releases it: after one restart of PostgreSQL nothing would be sent any more. One
 * connection publishes, because with several messages overtake each other; another one listens.
 */
export class NodePool {
  readonly #url: string;
  readonly #publisher: pg.Pool;
  readonly #lost: (err: Error) => void;
  readonly #onListening: Listening;
  #hasListened = false;
  #listening: pg.Client | undefined;
  #waiting: Waiting[] = [];
  #isPublishing = false;

  constructor(databaseUrl: string, log: Log, onListening: Listening) {
    this.#url = databaseUrl;
    this.#onListening = onListening;
    this.#lost = (err) => log.warn({ err }, 'listening connection of the sockets was lost');
    this.#publisher = new pg.Pool({
      connectionString: databaseUrl,
      max: 1,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'balcao sockets',
    });
    this.#publisher.on('error', (err) => this.#publisher.ending || this.#lost(err));
    // A client that is cut while it is handed out has no other listener, and its error would end the process.
    this.#publisher.on('connect', (client) => client.on('error', () => undefined));
  }

  query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const [channel, payload] = values;
    if (!/^SELECT pg_notify\(\$1, \$2\)$/i.test(text) || typeof channel !== 'string' || typeof payload !== 'string') {
      return this.#publisher.query(text, values);
    }
    return new Promise((sent, failed) => {
      this.#waiting.push({ channel, payload, sent, failed });
      if (!this.#isPublishing) void this.#publish();
    });
  }

  /**
   * Returns the connection to listen on. The adapter may connect twice after one loss, and the former must not
   * deliver everything again.
   */
  async connect(): Promise<ListeningClient> {
    this.#forget();
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'balcao sockets',
    });
    this.#listening = client;
    client.on('error', this.#lost);
    client.once('end', () => this.#onListening.lost());
    await client.connect();
    // Called after the adapter's own LISTEN, which it sends first.
    if (this.#hasListened)
      setImmediate(() => {
        client.query('select').then(
          () => this.#onListening.again(),
          () => undefined,
        );
      });
    this.#hasListened = true;
    return Object.assign(client, { release: () => this.#forget() });
  }

  async end(): Promise<void> {
    this.#forget();
    await this.#publisher.end();
  }

  /** Publishes the messages that arrived during the last statement together, so that a burst costs few round trips. */
  async #publish(): Promise<void> {
    this.#isPublishing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        const values = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
        const result = await this.#publisher.query({ name: 'publish', text: publish, values });
        for (const { sent } of batch) sent(result);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isPublishing = false;
  }

  /**
   * Takes messages up to the first duplicate, because PostgreSQL delivers only one of equal notifications in a
   * transaction.
   */
  #next(): Waiting[] {
    const seen = new Set<string>();
    let count = 0;
    for (const { payload } of this.#waiting) {
      if (count === maxAtOnce || seen.has(payload)) break;
      seen.add(payload);
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #forget(): void {
    const former = this.#listening;
    this.#listening = undefined;
    former?.off('error', this.#lost);
    // Messages of a closing connection are no loss, and an error without a listener ends the process.
    former?.on('error', () => undefined);
    former?.removeAllListeners('end');
    former?.removeAllListeners('notification');
    former?.end().catch(() => undefined);
  }
}

const publish = `
  select pg_notify(n.channel, n.payload)
    from (select * from unnest($1::text[], $2::text[]) with ordinality m (channel, payload, place) order by place) n`;
