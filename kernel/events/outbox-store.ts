import type pg from 'pg';
import type { OutgoingEvent } from './subscriber.ts';

export interface OutboxEvent extends OutgoingEvent {
  readonly part: number;
}

export interface Claim {
  parts: readonly number[];
  /** Events already in hand. */
  except: readonly string[];
  /** Companies that have their share in hand. */
  companies: readonly number[];
  /** `company:key` pairs that have their share in hand. */
  keys: readonly string[];
  perPart: number;
}

interface OutboxRow {
  id: string;
  part: number;
  company_id: number;
  event: string;
  key: string;
  payload: unknown;
  created_at: Date;
}

/** The table of events that were not delivered yet. This node owns the parts it reads: no row locks are needed. */
export class OutboxStore {
  readonly #owner: pg.Pool;

  constructor(owner: pg.Pool) {
    this.#owner = owner;
  }

  async claim({ parts, except, companies, keys, perPart }: Claim): Promise<OutboxEvent[]> {
    const values = [parts, except, keys, perPart];
    const query =
      companies.length === 0
        ? { name: 'event-claim', text: CLAIM, values }
        : { name: 'event-claim-around', text: CLAIM_AROUND, values: [...values, companies] };
    const { rows } = await this.#owner.query<OutboxRow>(query);
    const events = rows.map((row) => ({
      id: row.id,
      part: row.part,
      companyId: row.company_id,
      event: row.event,
      key: row.key,
      payload: row.payload,
      createdAt: row.created_at,
    }));
    return events.sort((a, b) => Number(a.id) - Number(b.id));
  }

  async remove(events: readonly { part: number; id: string }[]): Promise<void> {
    const values = [events.map(({ part }) => part), events.map(({ id }) => id)];
    await this.#owner.query({ name: 'event-remove', text: REMOVE, values });
  }
}

const WAITING = `
  select id::text as id, part::int as part, company_id, event, key, payload, created_at from kernel.outbox o
   where o.id not in (select unnest($2::bigint[]))
     and (cardinality($3::text[]) = 0 or o.company_id || ':' || o.key <> all($3::text[]))`;

// Part by part, because only inside one part does the primary key give the order without sorting the whole backlog.
const CLAIM = `
  select o.* from unnest($1::smallint[]) p(part)
   cross join lateral (${WAITING} and o.part = p.part order by o.id limit $4) o`;

// Company by company, each found by one step in the index: the backlog of those that have their share is never read.
const CLAIM_AROUND = `
  with recursive company as (
    select p.part, (select min(o.company_id) from kernel.outbox o where o.part = p.part) as id
      from unnest($1::smallint[]) p(part)
    union all
    select c.part, (select min(o.company_id) from kernel.outbox o where o.part = c.part and o.company_id > c.id)
      from company c where c.id is not null)
  select o.* from company c
   cross join lateral (${WAITING} and o.part = c.part and o.company_id = c.id order by o.id limit $4) o
   where c.id <> all($5::int[])
   limit 2000`;

const REMOVE = `
  delete from kernel.outbox o using unnest($1::smallint[], $2::bigint[]) d(part, id)
   where o.part = d.part and o.id = d.id`;
