import type pg from 'pg';
import type { OutgoingEvent } from './subscriber.ts';

export interface OutboxEvent extends OutgoingEvent {
  readonly partition: number;
}

export interface Claim {
  partitions: readonly number[];
  /** Ids of events that are already in flight. */
  except: readonly string[];
  /** Companies that have used their share of slots. */
  companies: readonly number[];
  /** `company:key` pairs that have used their share of slots. */
  keys: readonly string[];
  perPartition: number;
}

interface OutboxRow {
  id: string;
  partition: number;
  company_id: number;
  event: string;
  key: string;
  payload: unknown;
  created_at: Date;
}

/** Table of events that were not delivered yet. This node owns the partitions it reads, so no row locks are needed. */
export class OutboxStore {
  readonly #owner: pg.Pool;

  constructor(owner: pg.Pool) {
    this.#owner = owner;
  }

  async claim({ partitions, except, companies, keys, perPartition }: Claim): Promise<OutboxEvent[]> {
    const values = [partitions, except, keys, perPartition];
    const query =
      companies.length === 0
        ? { name: 'event-claim', text: CLAIM, values }
        : { name: 'event-claim-around', text: CLAIM_AROUND, values: [...values, companies] };
    const { rows } = await this.#owner.query<OutboxRow>(query);
    const events = rows.map((row) => ({
      id: row.id,
      partition: row.partition,
      companyId: row.company_id,
      event: row.event,
      key: row.key,
      payload: row.payload,
      createdAt: row.created_at,
    }));
    return events.sort((a, b) => Number(a.id) - Number(b.id));
  }

  async remove(events: readonly { partition: number; id: string }[]): Promise<void> {
    const values = [events.map(({ partition }) => partition), events.map(({ id }) => id)];
    await this.#owner.query({ name: 'event-remove', text: REMOVE, values });
  }
}

const WAITING = `
  select id::text as id, partition::int as partition, company_id, event, key, payload, created_at from kernel.outbox o
   where o.id not in (select unnest($2::bigint[]))
     and (cardinality($3::text[]) = 0 or o.company_id || ':' || o.key <> all($3::text[]))`;

// One partition at a time, because only inside a partition the primary key gives the order without sorting the whole
// backlog.
const CLAIM = `
  select o.* from unnest($1::smallint[]) p(partition)
   cross join lateral (${WAITING} and o.partition = p.partition order by o.id limit $4) o`;

// One company at a time, each found by one step in the index, so that the backlog of companies that have used their
// share is never read.
const CLAIM_AROUND = `
  with recursive company as (
    select p.partition, (select min(o.company_id) from kernel.outbox o where o.partition = p.partition) as id
      from unnest($1::smallint[]) p(partition)
    union all
    select c.partition, (select min(o.company_id) from kernel.outbox o where o.partition = c.partition and o.company_id > c.id)
      from company c where c.id is not null)
  select o.* from company c
   cross join lateral (${WAITING} and o.partition = c.partition and o.company_id = c.id order by o.id limit $4) o
   where c.id <> all($5::int[])
   limit 2000`;

const REMOVE = `
  delete from kernel.outbox o using unnest($1::smallint[], $2::bigint[]) d(partition, id)
   where o.partition = d.partition and o.id = d.id`;
