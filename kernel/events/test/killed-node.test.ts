import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventRoutines, events } from '../index.ts';
import { makeDatabase, type TestDatabase } from './database.ts';
import { counting, emit, firsts, outboxIsEmpty, spread, until } from './harness.ts';

let database: TestDatabase;
let nodes: ChildProcess[] = [];

beforeEach(async () => {
  database = await makeDatabase([events], eventRoutines);
  await database.pool.query(
    'create table public.seen (id bigint generated always as identity, node text, ordering_key text, n int)',
  );
});
afterEach(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  nodes = [];
  await database.drop();
});

const start = async (name: string): Promise<ChildProcess> => {
  const node = fork(path.join(import.meta.dirname, 'worker.ts'), [database.url, name], { execArgv: [] });
  nodes.push(node);
  await once(node, 'message');
  return node;
};

const seenBy = async (node: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from public.seen where node = $1',
    [node],
  );
  return rows[0]?.n ?? 0;
};

/** Returns the keys that a node began and did not finish. */
const unfinishedBy = async (node: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ orderingKey: string }>(
    'select ordering_key as "orderingKey" from public.seen group by ordering_key having bool_or(node = $1) and count(*) < 20',
    [node],
  );
  return rows.map(({ orderingKey }) => orderingKey);
};

test('When a node is killed, another node takes over its partitions and delivers every event in order', async () => {
  const first = await start('first');
  await start('second');
  await emit(database.pool, spread(4_000, 200));
  await until(async () => (await seenBy('first')) > 500 && (await seenBy('second')) > 0);
  first.kill('SIGKILL');
  const orphans = await unfinishedBy('first');
  expect(orphans).not.toEqual([]);
  await until(() => outboxIsEmpty(database.pool));
  const { rows } = await database.pool.query<{ orderingKey: string; node: string; n: number }>(
    'select ordering_key as "orderingKey", node, n from public.seen order by id',
  );
  const orderedRuns = firsts(rows);
  expect(orderedRuns.size).toBe(400);
  for (const [, list] of orderedRuns) expect(list).toEqual(counting(20));
  const takenOver = new Set(rows.filter(({ node }) => node === 'second').map(({ orderingKey }) => orderingKey));
  for (const orderingKey of orphans) expect(takenOver).toContain(orderingKey);
});
