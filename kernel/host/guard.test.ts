import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Guard } from './guard.ts';
import { defaultLimits } from './limits.ts';

const guard = (): Guard =>
  new Guard({
    limits: defaultLimits,
    log: { warn: () => undefined },
    failed: () => undefined,
    limited: () => undefined,
  });
const place = { plugin: 'tags', where: 'contribution', what: 'reports.column tags', company: 1 } as const;

test('Thousands of calls of plugin code leave nothing behind on the signal of the long work that made them', async () => {
  const { signal } = new AbortController();
  const one = guard();
  for (let times = 0; times < 2_000; times += 1) await one.run(place, { limitMs: 1_000, signal }, () => times);
  const failing = one.run(place, { limitMs: 1_000, signal }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('A call is aborted together with the work that made it, while it runs', async () => {
  const control = new AbortController();
  const seen = Promise.withResolvers<unknown>();
  const running = guard().run(place, { limitMs: 60_000, signal: control.signal }, (signal) => {
    signal.addEventListener('abort', () => seen.resolve(signal.reason));
    return seen.promise;
  });
  control.abort(new Error('the request was closed'));
  await expect(running).resolves.toMatchObject({ message: 'the request was closed' });
});

test('What a route answers with ends when its request is closed, after the route has returned', async () => {
  const control = new AbortController();
  let inner: AbortSignal | undefined;
  await guard().run(
    place,
    { limitMs: 1_000, signal: control.signal, isAnswer: true },
    (signal) => void (inner = signal),
  );
  control.abort();
  expect(inner?.aborted).toBe(true);
});
