import type pg from 'pg';
import { orderingKeyOf } from './ordered-runs.ts';
import type { Partition } from './partition.ts';
import type { OutgoingEvent } from './subscriber.ts';

export interface RetryingEvent extends OutgoingEvent {
  readonly retryId: string;
  readonly partition: number;
  readonly subscriber: string;
  readonly attempts: number;
  /** A dead letter that is delivered again, outside the order of its key. */
  readonly replay: boolean;
}

export interface Failure {
  attempts: number;
  error: Error;
  dead: boolean;
  /** Seconds until the next attempt. */
  wait: number;
}

/** A delivery that did not fail: the subscriber asked to get the event after `wait` seconds. No attempt is counted. */
export interface Postponement extends Pick<Failure, 'wait'> {
  attempts?: undefined;
  error?: undefined;
  dead?: undefined;
}

interface RetryRow {
  retry_id: string;
  partition: number;
  id: string;
  subscriber: string;
  company_id: number;
  event: string;
  key: string;
  payload: unknown;
  created_at: Date;
  attempts: number;
  replay: boolean;
}

/**
 * The table of events that a subscriber could not handle yet. Events of one key stay in order: the oldest is the head of
 * the key and is tried again, the later ones wait behind it (`next_at` is infinity). Dead letters stay in the table until
 * they are replayed or removed; a replay is outside the order of its key.
 */
export class RetryStore {
  readonly #owner: pg.Pool;

  constructor(owner: pg.Pool) {
    this.#owner = owner;
  }

  /** Fills the blocked keys of the partition, and makes the head due where a whole key waits, which nothing would wake. */
  async load(partition: Partition): Promise<void> {
    await this.#owner.query(HEADS, [partition.number]);
    const { rows } = await this.#owner.query<{ subscriber: string; company_id: number; key: string; waiting: number }>(
      `select subscriber, company_id, key, count(*)::int as waiting from kernel.event_retry
        where partition = $1 and not dead and not replay group by 1, 2, 3`,
      [partition.number],
    );
    for (const row of rows) partition.block(orderingKeyOf(row.subscriber, row.company_id, row.key), row.waiting);
  }

  /**
   * Returns true when the event was added and false when it was in the table already. Without a failure it waits
   * behind the head of its key.
   */
  async add(
    partition: number,
    subscriber: string,
    event: OutgoingEvent,
    failure?: Failure | Postponement,
  ): Promise<boolean> {
    const { rowCount } = await this.#owner.query({
      name: 'event-retry-add',
      text: ADD,
      values: [
        partition,
        event.id,
        subscriber,
        event.companyId,
        event.event,
        event.key,
        JSON.stringify(event.payload),
        event.createdAt,
        failure?.attempts ?? 0,
        failure?.wait ?? null,
        failure?.error ? message(failure.error) : null,
        failure?.dead ?? false,
      ],
    });
    return rowCount === 1;
  }

  /**
   * Returns up to 200 due events of these partitions, without the rows that this node delivers now and without
   * companies that have no room for more.
   */
  async due(
    partitions: readonly number[],
    { exceptIds, exceptCompanies }: { exceptIds: readonly string[]; exceptCompanies: readonly number[] },
  ): Promise<RetryingEvent[]> {
    const { rows } = await this.#owner.query<RetryRow>({
      name: 'event-due',
      text: DUE,
      values: [partitions, exceptIds, exceptCompanies],
    });
    return rows.map((row) => ({
      retryId: row.retry_id,
      partition: row.partition,
      id: row.id,
      subscriber: row.subscriber,
      companyId: row.company_id,
      event: row.event,
      key: row.key,
      payload: row.payload,
      createdAt: row.created_at,
      attempts: row.attempts,
      replay: row.replay,
    }));
  }

  /** Deletes a delivered event and makes the next of its key due. */
  async delivered(retrying: RetryingEvent): Promise<void> {
    await this.#owner.query({ name: 'event-retry-delivered', text: DELIVERED, values: [retrying.retryId] });
  }

  async failed(retrying: RetryingEvent, failure: Failure): Promise<void> {
    const values = [retrying.retryId, failure.attempts, failure.wait, message(failure.error), failure.dead];
    await this.#owner.query({ name: 'event-retry-failed', text: FAILED, values });
  }

  async postpone(retrying: RetryingEvent, seconds: number): Promise<void> {
    await this.#owner.query(
      `update kernel.event_retry set next_at = clock_timestamp() + make_interval(secs => $2) where id = $1`,
      [retrying.retryId, seconds],
    );
  }
}

/** PostgreSQL stores no NUL in texts. */
const message = (error: Error): string => `${error.name}: ${error.message}`.replaceAll('\0', '').slice(0, 2_000);

const HEADS = `
  update kernel.event_retry set next_at = clock_timestamp() where id in (
    select min(id) from kernel.event_retry where partition = $1 and not dead and not replay
     group by subscriber, company_id, key having min(next_at) = 'infinity')`;

const ADD = `
  insert into kernel.event_retry (partition, outbox_id, subscriber, company_id, event, key, payload, created_at,
                                   attempts, next_at, last_error, failed_at, dead)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
          coalesce(clock_timestamp() + make_interval(secs => $10::float8), 'infinity'),
          $11, case when $11::text is null then null else clock_timestamp() end, $12)
  on conflict (outbox_id, subscriber) do nothing`;

const DUE = `
  select id::text as retry_id, partition::int as partition, outbox_id::text as id, subscriber, company_id, event, key, payload,
         created_at, attempts, replay
    from kernel.event_retry
   where partition = any($1::smallint[]) and not dead and next_at <= clock_timestamp()
     and id not in (select unnest($2::bigint[])) and company_id <> all($3::int[])
   order by next_at limit 200`;

// Makes the next event of the key of `gone` due; nothing waits behind a replay. A statement does not see its own changes:
// the row that it deletes or declares dead still looks alive, so it is excluded by its id.
const NEXT_OF_KEY = `
  update kernel.event_retry waiting set next_at = clock_timestamp()
    from (select n.id from gone g join lateral (
            select n.id, n.next_at from kernel.event_retry n
             where n.subscriber = g.subscriber and n.company_id = g.company_id and n.key = g.key
               and not n.dead and not n.replay and n.id <> g.id
             order by n.id limit 1) n on not g.replay) head
   where waiting.id = head.id`;

const DELIVERED = `
  with gone as (delete from kernel.event_retry where id = $1 returning id, subscriber, company_id, key, replay)
  ${NEXT_OF_KEY}`;

const FAILED = `
  with failed as (
    update kernel.event_retry
       set attempts = $2, next_at = clock_timestamp() + make_interval(secs => $3::float8), last_error = $4,
           failed_at = clock_timestamp(), dead = $5
     where id = $1 returning id, subscriber, company_id, key, replay),
  gone as (select * from failed where $5)
  ${NEXT_OF_KEY}`;
