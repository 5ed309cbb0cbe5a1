import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDispatchers } from './test-dispatchers.ts';
import { counting, emit, outboxIsEmpty, spread, subscriber, until } from './harness.ts';

const on = testDispatchers();

test('Companies that use the same ordering key do not block each other', async () => {
  const seen: string[] = [];
  const dispatcher = await on.dispatch(
    [
      subscriber('a/one', ({ n }, { companyId, key }) => {
        if (companyId === 1) throw new Error('always');
        seen.push(`${companyId} ${key} ${n}`);
      }),
    ],
    { backoff: { firstMs: 60_000, maxMs: 60_000 } },
  );
  await emit(on.database.pool, [...spread(5, 1, 1), ...spread(5, 1, 2)]);
  dispatcher.wake();
  await until(() => outboxIsEmpty(on.database.pool));
  expect(seen).toEqual(counting(5).map((n) => `2 k0 ${n}`));
  expect(await dispatcher.stats()).toMatchObject({ retrying: 5 });
});

test('A flood of slow events on one key does not hold up other keys', async () => {
  const finished: string[] = [];
  const dispatcher = await on.dispatch(
    [
      subscriber('a/one', async (_, { key }) => {
        if (key === 'hot') await sleep(4);
        finished.push(key);
      }),
    ],
    { limits: { total: 200, company: 200, key: 50 } },
  );
  await emit(on.database.pool, [
    ...counting(600).map((n) => ({ key: 'hot', n })),
    ...counting(100).map((n) => ({ key: `cold${n}`, n })),
  ]);
  dispatcher.wake();
  await until(() => finished.length === 700);
  const lastCold = finished.findLastIndex((key) => key !== 'hot');
  expect(finished.slice(lastCold).filter((key) => key === 'hot').length).toBeGreaterThan(300);
});

test('A company with slow handlers does not hold up another company', async () => {
  const finished: number[] = [];
  const dispatcher = await on.dispatch(
    [
      subscriber('a/one', async (_, { companyId }) => {
        if (companyId === 1) await sleep(40);
        finished.push(companyId);
      }),
    ],
    { limits: { total: 200, company: 50, key: 50 } },
  );
  await emit(on.database.pool, [
    ...counting(1_000).map((n) => ({ companyId: 1, key: `slow${n}`, n })),
    ...counting(300).map((n) => ({ companyId: 2, key: `fast${n}`, n })),
  ]);
  dispatcher.wake();
  await until(() => finished.length === 1_300);
  expect(finished.lastIndexOf(2)).toBeLessThan(finished.lastIndexOf(1));
  expect(finished.slice(finished.lastIndexOf(2)).length).toBeGreaterThan(500);
});
