import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle, trackBusy } from './page-idle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('what is kept for later waits until everything the screen needs has come', async () => {
  const done: string[] = [];
  let arrive = (): void => undefined;
  void trackBusy(new Promise<void>((resolve) => (arrive = resolve)));
  whenIdle(() => done.push('menu'));
  await pass(2000);
  expect(done).toEqual([]);
  arrive();
  await pass(2000);
  expect(done).toEqual(['menu']);
});

test('a page that never comes to rest fetches it all the same, once', async () => {
  const done: string[] = [];
  let arrive = (): void => undefined;
  void trackBusy(new Promise<void>((resolve) => (arrive = resolve)));
  whenIdle(() => done.push('menu'));
  await pass(20_000);
  expect(done).toEqual(['menu']);
  arrive();
  await pass(20_000);
  expect(done).toEqual(['menu']);
});

test('a failed request ends the wait as a good one does, and what was called off does not come', async () => {
  const done: string[] = [];
  const failing = trackBusy(Promise.reject(new Error('offline')));
  await expect(failing).rejects.toThrow('offline');
  whenIdle(() => done.push('menu'));
  whenIdle(() => done.push('dialog'))();
  await pass(2000);
  expect(done).toEqual(['menu']);
});
