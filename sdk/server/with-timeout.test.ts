import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => new Error('too slow');

test('Work that ends in time returns its result or its own error, and leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1_000, late)).toBe('done');
  expect(await withTimeout('at once', 1_000, late)).toBe('at once');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('Work that takes longer than its limit is rejected with the given error', async () => {
  const control = new AbortController();
  const work = new Promise<string>(() => undefined);
  const limited = withTimeout(work, 1_000, () => {
    control.abort();
    return late();
  });
  const outcome = limited.catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(999);
  expect(control.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('too slow');
  expect(control.signal.aborted).toBe(true);
});
