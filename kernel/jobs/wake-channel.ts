import { BaseNotificationChannel, toJobId, type JobNotification, type NotificationChannel } from 'agenda';
import pg from 'pg';

/** Agenda's channel for looking for a job before its next round; `wake` does it on this node only. */
export interface WakeChannel extends NotificationChannel {
  /** Gets what other nodes and the database notify of, instead of Agenda. */
  onNotified?: ((name: string, at: Date | null) => void) | undefined;
  wake(name: string): void;
}

export const CHANNEL = 'balcao_jobs';

export const notification = (name: string, at: Date | null): JobNotification => ({
  jobId: toJobId(''),
  jobName: name,
  nextRunAt: at,
  priority: 0,
  timestamp: new Date(),
});

export const serialize = (about: JobNotification): string =>
  JSON.stringify({ jobName: about.jobName, nextRunAt: about.nextRunAt });

const parse = (payload: string): JobNotification => {
  const { jobName, nextRunAt } = JSON.parse(payload) as { jobName: string; nextRunAt: string | null };
  return notification(jobName, nextRunAt === null ? null : new Date(nextRunAt));
};

/**
 * LISTEN on a connection of its own. Agenda's own channel takes one from the pool and never returns it when a
 * reconnection fails half-way: a few restarts of PostgreSQL would leave the pool empty.
 */
export class PostgresWakeChannel extends BaseNotificationChannel implements WakeChannel {
  onNotified: ((name: string, at: Date | null) => void) | undefined;
  readonly #url: string;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'balcao jobs',
    });
    // Stored before it is connected, because it may be lost at once.
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      const about = parse(payload ?? '');
      if (this.onNotified) this.onNotified(about.jobName, about.nextRunAt);
      else void this.notifyHandlers(about);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      this.#lost(client);
      throw error;
    }
    if (this.#client === client) this.setState('connected');
  }

  async disconnect(): Promise<void> {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.handlers.clear();
    this.setState('disconnected');
    await client?.end().catch(() => undefined);
  }

  async publish(about: JobNotification): Promise<void> {
    await this.#client?.query('select pg_notify($1, $2)', [CHANNEL, serialize(about)]);
  }

  wake(name: string): void {
    void this.notifyHandlers(notification(name, null));
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.setState('reconnecting');
    // Until then every node still polls for due jobs.
    this.#timer = setTimeout(() => void this.connect().catch(() => undefined), 1_000);
  }
}

/** MongoDB has no notifications of its own, so other nodes find a new job in their next round. */
export class LocalWakeChannel extends BaseNotificationChannel implements WakeChannel {
  async connect(): Promise<void> {
    this.setState('connected');
  }
  async disconnect(): Promise<void> {
    this.handlers.clear();
    this.setState('disconnected');
  }
  async publish(about: JobNotification): Promise<void> {
    await this.notifyHandlers(about);
  }
  wake(name: string): void {
    void this.notifyHandlers(notification(name, null));
  }
}
