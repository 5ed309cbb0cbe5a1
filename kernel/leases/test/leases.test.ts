import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../events/test/database.ts';
import { counting, silent, until } from '../../events/test/harness.ts';
import { leases, openLeases, type LeaseHandlers, type Leases, type LeasesOptions } from '../index.ts';

let database: TestDatabase;
let open: Leases[] = [];

beforeEach(async () => {
  database = await makeDatabase([leases]);
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()));
  open = [];
  await database.drop();
});

const node = (nodeId: string, options: Partial<LeasesOptions> = {}): Leases => {
  const one = openLeases({
    owner: database.pool,
    nodeId,
    log: silent,
    ttlMs: 1_000,
    beatMs: 200,
    pollMs: 50,
    ...options,
  });
  open.push(one);
  return one;
};

/** Records what happens, and whether two sessions of one name ever existed at the same time. */
class Diary {
  readonly entries: string[] = [];
  readonly live = new Map<string, number>();
  twice = false;

  of(nodeId: string, name: string): LeaseHandlers {
    return {
      onAcquired: async () => {
        this.entries.push(`${nodeId} has ${name}`);
        const live = (this.live.get(name) ?? 0) + 1;
        this.live.set(name, live);
        this.twice ||= live > 1;
      },
      onLost: () => {
        this.entries.push(`${nodeId} lost ${name}`);
        this.live.set(name, (this.live.get(name) ?? 0) - 1);
      },
    };
  }
}

test('One of two nodes that request the same session gets it, and the other gets it after its release', async () => {
  const diary = new Diary();
  const [a, b] = [node('a'), node('b')];
  const holds = [a.hold('session', diary.of('a', 'session')), b.hold('session', diary.of('b', 'session'))];
  await until(() => diary.entries.length === 1);
  await until(async () => {
    const { rows } = await database.pool.query<{ renewed: boolean }>(
      `select expires_at > clock_timestamp() + interval '900 milliseconds' as renewed from kernel.lease`,
    );
    return rows[0]?.renewed === true;
  });
  const first = holds.findIndex(({ isHeld }) => isHeld);
  await holds[first]!.release();
  await until(() => diary.entries.length === 3);
  const [winner, other] = first === 0 ? ['a', 'b'] : ['b', 'a'];
  expect(diary.entries).toEqual([`${winner} has session`, `${winner} lost session`, `${other} has session`]);
  expect(diary.twice).toBe(false);
  expect([a, b][1 - first]!.held()).toEqual(['session']);
});

test('Many sessions on three nodes each exist once, and all of them move when a node stops', async () => {
  const diary = new Diary();
  const names = counting(50).map((n) => `session ${n}`);
  const nodes = ['a', 'b', 'c'].map((id) => ({ id, leases: node(id) }));
  for (const { id, leases: one } of nodes) for (const name of names) one.hold(name, diary.of(id, name));
  const held = () => nodes.flatMap(({ leases: one }) => one.held()).sort();
  await until(() => held().length === 50);
  await nodes[0]!.leases.stop();
  await until(() => held().length === 50);
  await nodes[1]!.leases.stop();
  await until(() => held().length === 50);
  expect(nodes[2]!.leases.held().sort()).toEqual([...names].sort());
  expect(diary.twice).toBe(false);
});

test('The session of a killed node is taken over', async () => {
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [database.url], { execArgv: [] });
  const [message] = await once(worker, 'message');
  expect(message).toBe('has session');
  const diary = new Diary();
  const b = node('b');
  b.hold('session', diary.of('b', 'session'));
  await until(async () => (await database.pool.query('select 1 from kernel.lease')).rowCount === 1);
  expect(diary.entries).toEqual([]);
  worker.kill('SIGKILL');
  await until(() => diary.entries.length === 1);
  const { rows } = await database.pool.query('select name, node from kernel.lease');
  expect(rows).toEqual([{ name: 'session', node: 'b' }]);
});

test('A node that cannot reach the database ends its session before another node begins one', async () => {
  const diary = new Diary();
  const cut = new pg.Pool({ connectionString: database.url, max: 2 });
  cut.on('error', () => undefined);
  const a = node('a', { owner: cut });
  a.hold('session', diary.of('a', 'session'));
  await until(() => diary.entries.length === 1);
  const b = node('b');
  b.hold('session', diary.of('b', 'session'));
  await cut.end();
  await until(() => diary.entries.length === 3);
  expect(diary.entries).toEqual(['a has session', 'a lost session', 'b has session']);
  expect(diary.twice).toBe(false);
});

test('A lease that was taken away ends the session and is requested again', async () => {
  const diary = new Diary();
  const a = node('a');
  a.hold('session', diary.of('a', 'session'));
  await until(() => diary.entries.length === 1);
  await database.pool.query(
    `update kernel.lease set holder = gen_random_uuid(), expires_at = clock_timestamp() + interval '500 milliseconds'`,
  );
  await until(() => diary.entries.length === 3);
  expect(diary.entries).toEqual(['a has session', 'a lost session', 'a has session']);
});

test('A session that cannot be started leaves the lease to another node', async () => {
  const diary = new Diary();
  const a = node('a', { ttlMs: 5_000 });
  let failed = 0;
  const lost: string[] = [];
  a.hold('session', {
    onAcquired: async () => {
      failed += 1;
      throw new Error('cannot connect');
    },
    onLost: () => void lost.push('a'),
  });
  await until(() => failed === 1);
  node('b').hold('session', diary.of('b', 'session'));
  await until(() => diary.entries.length === 1);
  expect(lost).toEqual(['a']);
});

test('A session that runs in its handler is ended by the signal and awaited', async () => {
  const order: string[] = [];
  const a = node('a');
  const hold = a.hold('session', {
    onAcquired: async (signal) => {
      order.push('begun');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      order.push('ended');
    },
    onLost: () => void order.push('lost'),
  });
  await until(() => order.length === 1);
  await hold.release();
  expect(order).toEqual(['begun', 'lost', 'ended']);
  expect((await database.pool.query('select 1 from kernel.lease')).rowCount).toBe(0);
  a.hold('session', { onAcquired: async () => void order.push('again'), onLost: () => undefined });
  await until(() => order.includes('again'));
});
