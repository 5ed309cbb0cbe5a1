import { describe, expect, it } from 'vitest';
import { allOf, nothingSelected, rangedTo, stillThere, toggled } from './selection.ts';

const rows = [9, 7, 5, 3, 1];
const chosen = (ids: ReadonlySet<number>): number[] => [...ids].toSorted((one, other) => one - other);

describe('Selecting rows of the list', () => {
  it('A row is selected and deselected again', () => {
    const one = toggled(nothingSelected, 5);
    expect(chosen(one.ids)).toEqual([5]);
    expect(chosen(toggled(one, 5).ids)).toEqual([]);
  });

  it('A range is selected from the last selected row, up or down, and the others stay selected', () => {
    expect(chosen(rangedTo(toggled(nothingSelected, 7), rows, 3).ids)).toEqual([3, 5, 7]);
    expect(chosen(rangedTo(toggled(toggled(nothingSelected, 9), 3), rows, 5).ids)).toEqual([3, 5, 9]);
    expect(chosen(rangedTo(nothingSelected, rows, 3).ids)).toEqual([3]);
  });

  it('All loaded rows are selected, and at most 500', () => {
    expect(chosen(allOf(rows).ids)).toEqual([1, 3, 5, 7, 9]);
    expect(allOf(Array.from({ length: 900 }, (_, index) => index)).ids.size).toBe(500);
  });

  it('A row that left the list is deselected', () => {
    expect(chosen(stillThere(allOf(rows), [7, 3]).ids)).toEqual([3, 7]);
    const same = toggled(nothingSelected, 7);
    expect(stillThere(same, rows)).toBe(same);
  });
});
