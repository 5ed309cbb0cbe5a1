import { expect, test } from 'vitest';
import { deadLetters } from '../index.ts';
import { testDispatchers } from './test-dispatchers.ts';
import { counting, emit, firsts, nothingIsPending, outboxIsEmpty, spread, subscriber, until } from './harness.ts';

const on = testDispatchers();

test('Every subscriber gets every event of a key in order, although some attempts fail', async () => {
  const seen: { orderingKey: string; n: number }[] = [];
  const failed = new Set<string>();
  const flaky = (id: string, fails: (n: number) => boolean) =>
    subscriber(id, ({ n }, { key, attempt }) => {
      const name = `${id} ${key} ${n} ${attempt}`;
      if (fails(n) && attempt < 3 && !failed.has(name)) {
        failed.add(name);
        throw new Error('not now');
      }
      seen.push({ orderingKey: `${id} ${key}`, n });
    });
  await emit(on.database.pool, spread(1_000, 50));
  await on.dispatch([
    flaky('a/one', (n) => n % 7 === 3),
    flaky('a/two', (n) => n % 5 === 0),
    flaky('b/one', () => false),
  ]);
  await until(() => nothingIsPending(on.database.pool));
  const orderedRuns = firsts(seen);
  expect(orderedRuns.size).toBe(150);
  for (const [, list] of orderedRuns) expect(list).toEqual(counting(20));
  expect(seen).toHaveLength(3_000);
  expect(failed.size).toBeGreaterThan(100);
});

test('Two listeners of one event neither wait for each other nor lose their order', async () => {
  const received: string[] = [];
  let release = (): void => undefined;
  const blocked = new Promise<void>((resolve) => (release = resolve));
  await emit(
    on.database.pool,
    counting(3).map((n) => ({ key: 'k', n })),
  );
  await on.dispatch([
    subscriber('a/declared-first', async ({ n }) => {
      await blocked;
      received.push(`first ${n}`);
    }),
    subscriber('b/declared-second', ({ n }) => {
      received.push(`second ${n}`);
    }),
  ]);
  await until(() => received.length === 3);
  release();
  await until(() => nothingIsPending(on.database.pool));
  expect(received).toEqual(['second 0', 'second 1', 'second 2', 'first 0', 'first 1', 'first 2']);
});

test('An event that always fails becomes a dead letter, later events are delivered, and a replay delivers it too', async () => {
  const seen: string[] = [];
  const attempts: { attempt: number; last: boolean }[] = [];
  let repaired = false;
  const dispatcher = await on.dispatch(
    [
      subscriber('a/poisoned', ({ n }, { key, attempt, last }) => {
        if (n === 1 && key === 'k0') attempts.push({ attempt, last });
        if (n === 1 && key === 'k0' && !repaired) throw new TypeError('cannot read this');
        seen.push(`${key} ${n}`);
      }),
    ],
    { attempts: 3 },
  );
  await emit(on.database.pool, spread(20, 4));
  dispatcher.wake();
  await until(() => nothingIsPending(on.database.pool));
  expect(attempts).toEqual([
    { attempt: 1, last: false },
    { attempt: 2, last: false },
    { attempt: 3, last: true },
  ]);
  expect(seen).toHaveLength(19);
  expect(seen.filter((name) => name.startsWith('k0'))).toEqual(['k0 0', 'k0 2', 'k0 3', 'k0 4']);

  const letters = deadLetters(on.database.pool);
  const [letter, ...others] = await letters.list();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    subscriber: 'a/poisoned',
    companyId: 1,
    event: 'thing.happened',
    key: 'k0',
    payload: { n: 1 },
    attempts: 3,
    error: 'TypeError: cannot read this',
  });
  expect(await dispatcher.stats()).toMatchObject({ dead: 1, retrying: 0, waiting: 0, delivered: 19 });
  expect(await letters.list({ subscriber: 'another/one' })).toEqual([]);
  expect(await letters.list({ companyId: 2 })).toEqual([]);

  repaired = true;
  expect(await letters.replay([letter!.id])).toBe(1);
  await until(() => seen.includes('k0 1'));
  await until(() => nothingIsPending(on.database.pool));
  expect(await letters.list()).toEqual([]);
});

test('A replayed event that fails again becomes a dead letter again and can be removed', async () => {
  const dispatcher = await on.dispatch(
    [
      subscriber('a/poisoned', () => {
        throw new Error('never');
      }),
    ],
    { attempts: 2 },
  );
  await emit(on.database.pool, spread(1, 1));
  dispatcher.wake();
  const letters = deadLetters(on.database.pool);
  await until(async () => (await letters.list()).length === 1);
  const [letter] = await letters.list();
  await letters.replay([letter!.id]);
  await until(() => nothingIsPending(on.database.pool));
  const [again] = await letters.list();
  expect(again).toMatchObject({ id: letter!.id, attempts: 2 });
  expect(await letters.remove([letter!.id])).toBe(1);
  expect(await letters.list()).toEqual([]);
});

test('A handler beyond its time limit counts as failed and its signal is aborted', async () => {
  const reasons: unknown[] = [];
  let calls = 0;
  const dispatcher = await on.dispatch(
    [
      subscriber('a/slow', async (_, { signal }) => {
        calls += 1;
        if (calls > 1) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reasons.push(signal.reason);
      }),
    ],
    { handlerTimeoutMs: 100 },
  );
  await emit(on.database.pool, spread(1, 1));
  dispatcher.wake();
  await until(() => nothingIsPending(on.database.pool));
  expect(calls).toBe(2);
  expect(reasons).toEqual([expect.objectContaining({ message: 'EVENT_HANDLER_TIMEOUT' })]);
});

test('A plugin that is off for a company gets none of its events, and an event without subscribers leaves the outbox', async () => {
  const seen: number[] = [];
  const dispatcher = await on.dispatch([
    subscriber('a/one', (_, { companyId }) => void seen.push(companyId), { isOn: (companyId) => companyId !== 2 }),
  ]);
  await emit(on.database.pool, [
    ...spread(10, 3, 1),
    ...spread(10, 3, 2),
    ...spread(10, 3, 3),
    { key: 'k', n: 1, event: 'nobody.cares' },
  ]);
  dispatcher.wake();
  await until(() => outboxIsEmpty(on.database.pool));
  expect(seen.filter((company) => company === 1)).toHaveLength(10);
  expect(seen.filter((company) => company === 3)).toHaveLength(10);
  expect(seen).not.toContain(2);
});

test('Events that wait for a retry when a plugin is switched off are delivered when it is on again', async () => {
  let isOn = true;
  let works = false;
  const seen: number[] = [];
  const dispatcher = await on.dispatch([
    subscriber(
      'a/one',
      ({ n }) => {
        if (!works) throw new Error('not yet');
        seen.push(n);
      },
      { isOn: () => isOn },
    ),
  ]);
  await emit(on.database.pool, spread(3, 1));
  dispatcher.wake();
  await until(async () => (await dispatcher.stats()).retrying === 3);
  isOn = false;
  works = true;
  await until(async () => {
    const { rows } = await on.database.pool.query<{ later: boolean }>(
      `select bool_or(next_at > clock_timestamp() + interval '30 seconds' and next_at < 'infinity') as later from kernel.event_retry`,
    );
    return rows[0]?.later === true;
  });
  expect(seen).toEqual([]);
  isOn = true;
  await on.database.pool.query(`update kernel.event_retry set next_at = clock_timestamp() where next_at < 'infinity'`);
  await until(() => nothingIsPending(on.database.pool));
  expect(seen).toEqual([0, 1, 2]);
});
