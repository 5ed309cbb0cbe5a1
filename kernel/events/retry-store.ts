import type pg from 'pg';
import { laneOf } from './lanes.ts';
import type { Partition } from './partition.ts';
import type { OutgoingEvent } from './subscriber.ts';

export interface RetryingEvent extends OutgoingEvent {
  readonly retryId: string;
  readonly part: number;
  readonly subscriber: string;
  readonly attempts: number;
  /** A dead letter that was sent again: it belongs to no lane's order. */
  readonly replay: boolean;
}

export interface Failure {
  attempts: number;
  error: Error;
  dead: boolean;
  /** Seconds until the next attempt. */
  wait: number;
}

/** It did not fail: it comes again after so many seconds. */
export interface Waiting extends Omit<Failure, 'error'> {
  error?: undefined;
}

interface RetryRow {
  parked_id: string;
  part: number;
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

/** The table of events that wait for another attempt. */
export class RetryStore {
  readonly #owner: pg.Pool;

  constructor(owner: pg.Pool) {
    this.#owner = owner;
  }

  /** Fills the part's blocked lanes, and gives every lane a head that has a time. */
  async load(part: Partition): Promise<void> {
    await this.#owner.query(HEADS, [part.number]);
    const { rows } = await this.#owner.query<{ subscriber: string; company_id: number; key: string; n: number }>(
      `select subscriber, company_id, key, count(*)::int as n from kernel.event_parked
        where part = $1 and not dead and not replay group by 1, 2, 3`,
      [part.number],
    );
    for (const row of rows) part.block(laneOf(row.subscriber, row.company_id, row.key), row.n);
  }

  /** True when the event was added, false when it had been parked before. Without a failure it waits behind its lane's head. */
  async add(part: number, subscriber: string, event: OutgoingEvent, failure?: Failure | Waiting): Promise<boolean> {
    const { rowCount } = await this.#owner.query({
      name: 'event-park',
      text: ADD,
      values: [
        part,
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

  async due(
    parts: readonly number[],
    except: readonly string[],
    companies: readonly number[],
  ): Promise<RetryingEvent[]> {
    const { rows } = await this.#owner.query<RetryRow>({
      name: 'event-due',
      text: DUE,
      values: [parts, except, companies],
    });
    return rows.map((row) => ({
      retryId: row.parked_id,
      part: row.part,
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

  /** Delivered: the event goes, and the next of its lane gets its turn. */
  async delivered(parked: RetryingEvent): Promise<void> {
    await this.#owner.query({ name: 'event-parked-delivered', text: DELIVERED, values: [parked.retryId] });
  }

  async failed(parked: RetryingEvent, failure: Failure): Promise<void> {
    const values = [parked.retryId, failure.attempts, failure.wait, message(failure.error), failure.dead];
    await this.#owner.query({ name: 'event-parked-failed', text: FAILED, values });
  }

  async postpone(parked: RetryingEvent, seconds: number): Promise<void> {
    await this.#owner.query(
      `update kernel.event_parked set next_at = clock_timestamp() + make_interval(secs => $2) where id = $1`,
      [parked.retryId, seconds],
    );
  }
}

const message = (error: Error): string => `${error.name}: ${error.message}`.replaceAll('\0', '').slice(0, 2_000);

const HEADS = `
  update kernel.event_parked set next_at = clock_timestamp() where id in (
    select min(id) from kernel.event_parked where part = $1 and not dead and not replay
     group by subscriber, company_id, key having min(next_at) = 'infinity')`;

const ADD = `
  insert into kernel.event_parked (part, outbox_id, subscriber, company_id, event, key, payload, created_at,
                                   attempts, next_at, last_error, failed_at, dead)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
          coalesce(clock_timestamp() + make_interval(secs => $10::float8), 'infinity'),
          $11, case when $11::text is null then null else clock_timestamp() end, $12)
  on conflict (outbox_id, subscriber) do nothing`;

const DUE = `
  select id::text as parked_id, part::int as part, outbox_id::text as id, subscriber, company_id, event, key, payload,
         created_at, attempts, replay
    from kernel.event_parked
   where part = any($1::smallint[]) and not dead and next_at <= clock_timestamp()
     and id not in (select unnest($2::bigint[])) and company_id <> all($3::int[])
   order by next_at limit 200`;

// The row that leaves is still seen by the same statement's snapshot, so it is left out by its id.
const NEXT_OF_LANE = `
  update kernel.event_parked p set next_at = clock_timestamp()
    from (select n.id from gone g join lateral (
            select n.id, n.next_at from kernel.event_parked n
             where n.subscriber = g.subscriber and n.company_id = g.company_id and n.key = g.key
               and not n.dead and not n.replay and n.id <> g.id
             order by n.id limit 1) n on not g.replay) head
   where p.id = head.id`;

const DELIVERED = `
  with gone as (delete from kernel.event_parked where id = $1 returning id, subscriber, company_id, key, replay)
  ${NEXT_OF_LANE}`;

const FAILED = `
  with failed as (
    update kernel.event_parked
       set attempts = $2, next_at = clock_timestamp() + make_interval(secs => $3::float8), last_error = $4,
           failed_at = clock_timestamp(), dead = $5
     where id = $1 returning id, subscriber, company_id, key, replay),
  gone as (select * from failed where $5)
  ${NEXT_OF_LANE}`;
