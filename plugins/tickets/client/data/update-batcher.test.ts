import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpdateBatcher } from './update-batcher.ts';

describe('The batcher of live updates', () => {
  let applied: string[][];
  let batcher: UpdateBatcher<string>;
  beforeEach(() => {
    vi.useFakeTimers();
    applied = [];
    batcher = new UpdateBatcher((items) => applied.push([...items]));
  });
  afterEach(() => {
    // All batchers share one interval: it ends before the clock does.
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
  });

  it('An update that comes alone is applied at once', () => {
    batcher.add(1, 'a');
    vi.advanceTimersByTime(1000);
    batcher.add(1, 'b');
    expect(applied).toEqual([['a'], ['b']]);
  });

  it('Updates in a burst are applied together after the first, the last one of each key', () => {
    for (const [key, item] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [2, 'd'],
    ] as const)
      batcher.add(key, item);
    expect(applied).toEqual([['a']]);
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['c', 'd']]);
    batcher.add(1, 'e');
    expect(applied.at(-1)).toEqual(['e']);
  });

  it('An update that says less is merged into the one before it', () => {
    const merged = new UpdateBatcher<string>((items) => applied.push([...items]), (one, other) => one + other);
    merged.add(1, 'a');
    merged.add(2, 'b');
    merged.add(2, 'c');
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['bc']]);
  });

  it('Updates of several kinds are applied in the same moment', () => {
    const moments: number[] = [];
    const other = new UpdateBatcher<string>(() => moments.push(Date.now()));
    const one = new UpdateBatcher<string>(() => moments.push(Date.now()));
    one.add(1, 'a');
    vi.advanceTimersByTime(90);
    other.add(1, 'a');
    one.add(1, 'b');
    other.add(1, 'b');
    moments.length = 0;
    vi.advanceTimersByTime(1000);
    expect(moments).toHaveLength(2);
    expect(moments[0]).toBe(moments[1]);
  });

  it('Waiting updates are not lost on flush, and are dropped when newer data is known', () => {
    batcher.add(1, 'a');
    batcher.add(2, 'b');
    batcher.add(3, 'c');
    batcher.drop(3);
    batcher.flush();
    expect(applied).toEqual([['a'], ['b']]);
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['b']]);
  });
});
