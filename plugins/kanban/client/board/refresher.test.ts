// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refresher } from './refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('changes that follow each other without end are read once a second, and not put off for ever', async () => {
  const reads: string[][] = [];
  const refresher = new Refresher(async (ids) => {
    reads.push([...ids]);
    return true;
  });
  for (let turn = 0; turn < 100; turn += 1) {
    refresher.ask([turn % 2 === 0 ? 'a' : 'b']);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(reads.length).toBeGreaterThanOrEqual(4);
  expect(reads.length).toBeLessThanOrEqual(6);
  expect(reads[0]?.toSorted()).toEqual(['a', 'b']);
});

it('a lane whose cards were moved while it was read is read again, and never two readings run at once', async () => {
  let running = 0;
  let most = 0;
  const answers = [false, false, true];
  const refresher = new Refresher(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 400));
    running -= 1;
    return answers.shift() ?? true;
  });
  refresher.ask(['a']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([answers, most]).toEqual([[], 1]);
});

it('lanes that the server did not answer are read again, ever less often, until it answers', async () => {
  const reads: { at: number; ids: readonly string[] }[] = [];
  const start = Date.now();
  const refresher = new Refresher(async (ids) => {
    reads.push({ at: Date.now() - start, ids: [...ids] });
    if (reads.length < 4) throw new Error('too slow');
    return true;
  });
  refresher.ask(['a']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads.map(({ at }) => at)).toEqual([300, 2_300, 6_300, 14_300]);
  expect(reads.every(({ ids }) => ids.join() === 'a')).toBe(true);
});

it('after the page was left nothing is read, and the lanes of a failed reading count as unread', async () => {
  let reads = 0;
  const refresher = new Refresher(async () => {
    reads += 1;
    throw new Error('offline');
  });
  refresher.ask(['a']);
  await vi.advanceTimersByTimeAsync(400);
  expect(refresher.stop()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(1);
});

it('who stops reading learns whether changes were left unread', async () => {
  const idle = new Refresher(() => Promise.resolve(true));
  idle.ask(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(idle.stop()).toBe(false);
  const busy = new Refresher(() => new Promise(() => undefined));
  busy.ask(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(busy.stop()).toBe(true);
});
