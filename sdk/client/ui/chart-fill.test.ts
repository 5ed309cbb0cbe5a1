import { expect, it } from 'vitest';
import { axisOf } from './chart-fill.ts';

it('An axis ends at a round number at or above the highest value, in few steps', () => {
  expect(axisOf(27)).toEqual([0, 10, 20, 30]);
  expect(axisOf(171)).toEqual([0, 100, 200]);
  expect(axisOf(2)).toEqual([0, 1, 2]);
  expect(axisOf(0)).toEqual([0, 1]);
  expect(axisOf(9000)).toEqual([0, 5000, 10_000]);
});
