import type { Log } from '@balcao/sdk/server';
import pg from 'pg';

type Listening = pg.Client & { release(): void };

/**
 * What the adapter between nodes takes for a pool. A real one loses a place with every listening connection that dies,
 * because the adapter never gives it back: after one restart of PostgreSQL nothing would be sent any more. One
 * connection publishes, because with several messages overtake each other; one more listens.
 */
export class NodePool {
  readonly #url: string;
  readonly #publisher: pg.Pool;
  readonly #lost: (err: Error) => void;
  #listening: pg.Client | undefined;

  constructor(databaseUrl: string, log: Log) {
    this.#url = databaseUrl;
    this.#lost = (err) => log.warn({ err }, 'the socket connection to PostgreSQL was lost');
    this.#publisher = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'balcao sockets' });
    this.#publisher.on('error', this.#lost);
    // A client cut in the moment it is handed out has no other listener, and would end the process.
    this.#publisher.on('connect', (client) => client.on('error', () => undefined));
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#publisher.query(text, values);
  }

  /** The connection to listen on. The adapter may ask twice after one loss: the former must not tell everything again. */
  async connect(): Promise<Listening> {
    this.#forget();
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'balcao sockets',
    });
    this.#listening = client;
    client.on('error', this.#lost);
    await client.connect();
    return Object.assign(client, { release: () => this.#forget() });
  }

  async end(): Promise<void> {
    this.#forget();
    await this.#publisher.end();
  }

  #forget(): void {
    const former = this.#listening;
    this.#listening = undefined;
    former?.removeAllListeners('end');
    former?.removeAllListeners('notification');
    former?.end().catch(() => undefined);
  }
}
