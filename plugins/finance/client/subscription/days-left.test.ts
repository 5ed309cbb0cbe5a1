import { expect, test } from 'vitest';
import { daysLeft } from './days-left.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const day = 86_400_000;
test.each([
  [3 * day, 3],
  [3 * day - 1, 3],
  [2 * day + 1, 3],
  [2 * day, 2],
  [1, 1],
])('%d ms before the end of the trial are %d whole days, rounded up', (left, days) => {
  expect(daysLeft(new Date(now + left).toISOString(), now)).toBe(days);
});
