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
    'create table public.seen (id bigint generated always as identity, node text, lane text, n int)',
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

/** Lanes a node began and did not finish. */
const unfinishedBy = async (node: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ lane: string }>(
    'select lane from public.seen group by lane having bool_or(node = $1) and count(*) < 20',
    [node],
  );
  return rows.map(({ lane }) => lane);
};

test('a node that is killed loses nothing: the other takes its parts over, in order', async () => {
  const first = await start('first');
  await start('second');
  await emit(database.pool, spread(4_000, 200));
  await until(async () => (await seenBy('first')) > 500 && (await seenBy('second')) > 0);
  first.kill('SIGKILL');
  const orphans = await unfinishedBy('first');
  expect(orphans).not.toEqual([]);
  await until(() => outboxIsEmpty(database.pool));
  const { rows } = await database.pool.query<{ lane: string; node: string; n: number }>(
    'select lane, node, n from public.seen order by id',
  );
  const lanes = firsts(rows);
  expect(lanes.size).toBe(400);
  for (const [, list] of lanes) expect(list).toEqual(counting(20));
  const takenOver = new Set(rows.filter(({ node }) => node === 'second').map(({ lane }) => lane));
  for (const lane of orphans) expect(takenOver).toContain(lane);
});
