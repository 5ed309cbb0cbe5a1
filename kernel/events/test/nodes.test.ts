import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RetryLater } from '@balcao/sdk/server';
import { cutConnections } from './database.ts';
import { testDispatchers } from './test-dispatchers.ts';
import { counting, emit, firsts, nothingIsPending, spread, subscriber, until } from './harness.ts';

const on = testDispatchers();

test('Two nodes share the partitions, and each key is delivered in order and once', async () => {
  const seen: { orderingKey: string; n: number; node: string }[] = [];
  const node = (name: string) => [
    subscriber('a/one', async ({ n }, { key }) => {
      await sleep(1);
      seen.push({ orderingKey: key, n, node: name });
    }),
  ];
  const first = await on.dispatch(node('first'));
  await emit(on.database.pool, spread(2_000, 100));
  const second = await on.dispatch(node('second'));
  await until(
    async () => (await first.stats()).partitions.length === 8 && (await second.stats()).partitions.length === 8,
  );
  await emit(
    on.database.pool,
    spread(2_000, 100).map((event) => ({ ...event, n: event.n + 20 })),
  );
  first.wake();
  await until(() => nothingIsPending(on.database.pool));
  expect(seen).toHaveLength(4_000);
  for (const [, list] of firsts(seen)) expect(list).toEqual(counting(40));
  expect(new Set(seen.map((entry) => entry.node)).size).toBe(2);
  const partitions = [...(await first.stats()).partitions, ...(await second.stats()).partitions].sort((a, b) => a - b);
  expect(partitions).toEqual(counting(16));
});

test('A commit on one node wakes the other nodes', async () => {
  const seen: string[] = [];
  const quiet = { pollMs: 3_600_000 };
  const first = await on.dispatch([subscriber('a/one', (_, { key }) => void seen.push(key))], quiet);
  const second = await on.dispatch([subscriber('a/one', (_, { key }) => void seen.push(key))], quiet);
  await until(
    async () => (await first.stats()).partitions.length === 8 && (await second.stats()).partitions.length === 8,
  );
  await emit(on.database.pool, spread(64, 64));
  first.wake();
  await until(() => seen.length === 64);
  expect(new Set(seen).size).toBe(64);
});

test('Events that a stopping node did not begin are delivered by the next node, in order', async () => {
  const seen: { orderingKey: string; n: number }[] = [];
  const slow = [
    subscriber('a/one', async ({ n }, { key }) => {
      await sleep(5);
      seen.push({ orderingKey: key, n });
    }),
  ];
  const first = await on.dispatch(slow);
  await emit(on.database.pool, spread(1_000, 20));
  first.wake();
  await until(() => seen.length > 100);
  await first.stop();
  const afterStop = seen.length;
  expect(afterStop).toBeLessThan(1_000);
  await sleep(50);
  expect(seen).toHaveLength(afterStop);
  await on.dispatch(slow);
  await until(() => nothingIsPending(on.database.pool));
  expect(seen).toHaveLength(1_000);
  for (const [, list] of firsts(seen)) expect(list).toEqual(counting(50));
});

test('A handler that repeats its work is told that its node stops, and the next node continues it without a failed attempt', async () => {
  const started: number[] = [];
  let isAborted: boolean | undefined;
  const first = await on.dispatch([
    subscriber('a/one', async (_, { attempt, stopping, signal }) => {
      started.push(attempt);
      await once(stopping, 'abort');
      isAborted = signal.aborted;
      throw new RetryLater(1, 'the node stops');
    }),
  ]);
  await emit(on.database.pool, spread(1, 1));
  first.wake();
  await until(() => started.length === 1);
  await first.stop();
  expect(isAborted).toBe(false);
  await on.dispatch([
    subscriber('a/one', (_, { attempt, stopping }) => {
      expect(stopping.aborted).toBe(false);
      started.push(attempt);
    }),
  ]);
  await until(() => nothingIsPending(on.database.pool));
  expect(started).toEqual([1, 1]);
});

test('All events are delivered, and none overtakes another, when database connections are cut in between', async () => {
  const seen: { orderingKey: string; n: number }[] = [];
  const lists = (id: string) =>
    subscriber(id, async ({ n }, { key }) => {
      await sleep(2);
      seen.push({ orderingKey: `${id} ${key}`, n });
    });
  const first = await on.dispatch([lists('a/one'), lists('b/one')]);
  const second = await on.dispatch([lists('a/one'), lists('b/one')]);
  await emit(on.database.pool, spread(3_000, 60));
  first.wake();
  for (const partition of [500, 2_000, 4_000]) {
    await until(() => seen.length > partition);
    await cutConnections(on.database.pool);
  }
  await until(async () => nothingIsPending(on.database.pool).catch(() => false));
  const orderedRuns = firsts(seen);
  expect(orderedRuns.size).toBe(120);
  for (const [, list] of orderedRuns) expect(list).toEqual(counting(50));
  await until(async () => (await first.stats()).partitions.length + (await second.stats()).partitions.length === 16);
});
