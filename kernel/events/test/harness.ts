import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '@balcao/sdk/server';
import type { EventDelivery, Subscriber } from '../subscriber.ts';

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const subscriber = (
  id: string,
  handle: (payload: { n: number }, delivery: EventDelivery) => Promise<void> | void,
  more: Partial<Subscriber> = {},
): Subscriber => ({
  id,
  plugin: id.split('/')[0] ?? id,
  event: 'thing.happened',
  isOn: () => true,
  handle: async (payload, delivery) => handle(payload as { n: number }, delivery),
  ...more,
});

export interface Emitted {
  companyId?: number;
  key: string;
  n: number;
  event?: string;
}

export const emit = async (pool: pg.Pool, list: readonly Emitted[]): Promise<void> => {
  await pool.query(
    `insert into kernel.outbox (company_id, event, key, payload)
     select e.company, e.event, e.key, jsonb_build_object('n', e.n)
       from unnest($1::int[], $2::text[], $3::text[], $4::int[]) with ordinality e(company, event, key, n, at) order by at`,
    [
      list.map(({ companyId = 1 }) => companyId),
      list.map(({ event = 'thing.happened' }) => event),
      list.map(({ key }) => key),
      list.map(({ n }) => n),
    ],
  );
};

/** Makes `count` events spread over `keys` keys; `n` counts up inside each key. */
export const spread = (count: number, keys: number, companyId = 1): Emitted[] =>
  Array.from({ length: count }, (_, index) => ({ companyId, key: `k${index % keys}`, n: Math.floor(index / keys) }));

/** Waits until the condition holds; only the test's own time limit ends it earlier. */
export const until = async (true_: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await true_())) await sleep(10);
};

export const outboxIsEmpty = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from kernel.outbox');
  return rows[0]?.left === 0;
};

export const nothingIsPending = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ left: number }>(
    `select (select count(*) from kernel.outbox)::int
          + (select count(*) from kernel.event_retry where not dead)::int as left`,
  );
  return rows[0]?.left === 0;
};

/** Returns the order in which the events of each key were first seen. Redeliveries are allowed, overtaking is not. */
export const firsts = (seen: readonly { orderingKey: string; n: number }[]): Map<string, number[]> => {
  const orderedRuns = new Map<string, number[]>();
  for (const { orderingKey, n } of seen) {
    const list = orderedRuns.get(orderingKey) ?? [];
    if (!list.includes(n)) list.push(n);
    orderedRuns.set(orderingKey, list);
  }
  return orderedRuns;
};

export const counting = (to: number): number[] => Array.from({ length: to }, (_, n) => n);
