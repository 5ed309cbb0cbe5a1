import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';
import { FairQueue } from './fair-queue.ts';

test('the burst of one company does not make another wait for all of it', async () => {
  const queue = new FairQueue({ total: 2, longest: 10 });
  const { signal } = new AbortController();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const call = (company: number, name: string): Promise<void> =>
    queue.run(company, 2, signal, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [call(1, 'a1'), call(1, 'a2'), call(1, 'a3'), call(1, 'a4'), call(2, 'b1')];
  while (order.length < 5) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const end of ends) end();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
});

test('who leaves the queue lets the next one in, and a queue that is too long refuses', async () => {
  const queue = new FairQueue({ total: 1, longest: 1 });
  const { signal } = new AbortController();
  const leaving = new AbortController();
  let end = (): void => undefined;
  const first = queue.run(1, 1, signal, () => new Promise<void>((resolve) => (end = resolve)));
  await new Promise((resolve) => setImmediate(resolve));
  const second = queue.run(1, 1, leaving.signal, () => Promise.resolve());
  await expect(queue.run(1, 1, signal, () => Promise.resolve())).rejects.toMatchObject({ code: 'ERR_AI_BUSY' });
  leaving.abort();
  await expect(second).rejects.toBeDefined();
  const third = queue.run(1, 1, signal, () => Promise.resolve('in'));
  end();
  await first;
  expect(await third).toBe('in');
});

test('a provider that failed five times in a minute is left alone for a minute, then probed once', () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  for (let failure = 0; failure < 5; failure += 1) breaker.failed('p');
  expect(breaker.allows('p')).toBe(false);
  now = 61_000;
  expect([breaker.allows('p'), breaker.allows('p')]).toEqual([true, false]);
  breaker.failed('p');
  expect(breaker.allows('p')).toBe(false);
  now = 130_000;
  expect(breaker.allows('p')).toBe(true);
  breaker.succeeded('p');
  expect([breaker.allows('p'), breaker.allows('p')]).toEqual([true, true]);
});
