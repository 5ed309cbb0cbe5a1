import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadWhenIdle, trackBusy, whenIdle } from './page-idle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('Deferred work waits until the requests of the first screen have finished', async () => {
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

test('Deferred work runs once on a page that never becomes idle', async () => {
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

test('A failed request ends the wait like a successful one, and cancelled work does not run', async () => {
  const done: string[] = [];
  const failing = trackBusy(Promise.reject(new Error('offline')));
  await expect(failing).rejects.toThrow('offline');
  whenIdle(() => done.push('menu'));
  whenIdle(() => done.push('dialog'))();
  await pass(2000);
  expect(done).toEqual(['menu']);
});

test('Code for later is loaded ahead on an idle page, and not at all in a browser that saves data', async () => {
  const done: string[] = [];
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  preloadWhenIdle(() => done.push('while data is saved'));
  await pass(20_000);
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  preloadWhenIdle(() => done.push('otherwise'));
  vi.stubGlobal('navigator', {});
  preloadWhenIdle(() => done.push('where browsers do not tell'));
  await pass(2000);
  expect(done).toEqual(['otherwise', 'where browsers do not tell']);
});
