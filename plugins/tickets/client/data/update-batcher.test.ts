import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpdateBatcher } from './update-batcher.ts';

describe('news that come in a rush', () => {
  let applied: string[][];
  let rush: UpdateBatcher<string>;
  beforeEach(() => {
    vi.useFakeTimers();
    applied = [];
    rush = new UpdateBatcher((items) => applied.push([...items]));
  });
  afterEach(() => {
    // The beat is everybody's: it ends before the clock does.
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
  });

  it('are applied at once when they come alone', () => {
    rush.add(1, 'a');
    vi.advanceTimersByTime(1000);
    rush.add(1, 'b');
    expect(applied).toEqual([['a'], ['b']]);
  });

  it('are applied together, the last of each, after the first', () => {
    for (const [key, item] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [2, 'd'],
    ] as const)
      rush.add(key, item);
    expect(applied).toEqual([['a']]);
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['c', 'd']]);
    rush.add(1, 'e');
    expect(applied.at(-1)).toEqual(['e']);
  });

  it('are merged where one of them says less than the one before', () => {
    const merged = new UpdateBatcher<string>((items) => applied.push([...items]), (one, other) => one + other);
    merged.add(1, 'a');
    merged.add(2, 'b');
    merged.add(2, 'c');
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['bc']]);
  });

  it('are applied in one moment with those of other kinds', () => {
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

  it('are not lost when something must come after them, nor when newer is known', () => {
    rush.add(1, 'a');
    rush.add(2, 'b');
    rush.add(3, 'c');
    rush.drop(3);
    rush.flush();
    expect(applied).toEqual([['a'], ['b']]);
    vi.advanceTimersByTime(1000);
    expect(applied).toEqual([['a'], ['b']]);
  });
});
