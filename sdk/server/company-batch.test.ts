import { expect, test } from 'vitest';
import { companyBatch, leftOut } from './company-batch.ts';
import { AppError } from './errors.ts';
import type { Scope } from './scope.ts';

const scopeOf = (id: number, standsAlone = true): Scope => ({ company: { id }, standsAlone }) as unknown as Scope;
const [one, other] = [scopeOf(1), scopeOf(2)];

/** Creates a batch whose calls of `run` are recorded, and end when the test lets them. */
const noted = (run = (items: readonly string[], _waits: boolean): (string | typeof leftOut)[] => [...items]) => {
  const calls: string[] = [];
  let gate = Promise.resolve();
  const batch = companyBatch<string, string>({
    maxItems: 3,
    run: async (scope, items, waits) => {
      calls.push(`${scope.company.id}: ${items.join(' ')}${waits ? ' alone' : ''}`);
      await gate;
      return run(items, waits);
    },
  });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { batch, calls, hold };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('A single item is processed at once, and items that arrive meanwhile form the next batch', async () => {
  const { batch, calls, hold } = noted();
  const release = hold();
  const first = batch(one, 'a');
  await turn();
  expect(calls).toEqual(['1: a']);
  const others = ['b', 'c'].map((item) => batch(one, item));
  await turn();
  expect(calls).toEqual(['1: a']);
  release();
  expect(await Promise.all([first, ...others])).toEqual(['a', 'b', 'c']);
  expect(calls).toEqual(['1: a', '1: b c']);
});

test('Companies do not wait for each other, and a batch has at most the maximum number of items', async () => {
  const { batch, calls } = noted();
  await Promise.all([...'abcd'].map((item) => batch(one, item)).concat(batch(other, 'x')));
  expect(calls.toSorted()).toEqual(['1: a b c', '1: d', '2: x']);
});

test('A failing item does not fail the others of its batch', async () => {
  const { batch, calls } = noted((items) => {
    if (items.includes('bad')) throw new Error('bad');
    return [...items];
  });
  const [a, bad, c] = await Promise.allSettled(['a', 'bad', 'c'].map((item) => batch(one, item)));
  expect([a, c].map((settled) => settled?.status)).toEqual(['fulfilled', 'fulfilled']);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'bad' } });
  expect(calls).toEqual(['1: a bad c', '1: a bad', '1: a', '1: bad', '1: c']);
});

test('A batch is not repeated if it may have been committed', async () => {
  const { batch, calls } = noted(() => {
    throw new AppError(503, 'ERR_DATABASE_UNAVAILABLE');
  });
  const settled = await Promise.allSettled(['a', 'b'].map((item) => batch(one, item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toEqual(['1: a b']);
});

test('An item left out of a batch waits alone and delays no other', async () => {
  const free = Promise.withResolvers<void>();
  const batch = companyBatch<string, string>({
    run: async (_scope, items, waits) => {
      if (waits) await free.promise;
      return items.map((item) => (item === 'locked' && !waits ? leftOut : item));
    },
  });
  const locked = batch(one, 'locked');
  expect(await batch(one, 'a')).toBe('a');
  expect(await batch(one, 'b')).toBe('b');
  free.resolve();
  expect(await locked).toBe('locked');
});

test('A batch that hits a lock timeout is split at once, and each item waits for its own lock', async () => {
  const { batch, calls } = noted((items, waits) => {
    if (!waits) throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    return [...items];
  });
  expect(await Promise.all(['a', 'b'].map((item) => batch(one, item)))).toEqual(['a', 'b']);
  expect(calls).toEqual(['1: a b', '1: a alone', '1: b alone']);
});

test('Inside a transaction each item is processed alone with its own scope', async () => {
  const { batch, calls } = noted();
  const within = scopeOf(1, false);
  expect(await Promise.all(['a', 'b'].map((item) => batch(within, item)))).toEqual(['a', 'b']);
  expect(calls).toEqual(['1: a alone', '1: b alone']);
});
