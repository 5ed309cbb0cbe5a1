import { expect, test } from 'vitest';
import { slope } from './report.ts';

const MB = 1024 * 1024;
/** A reading every ten seconds for so many minutes. */
const readings = (minutes: number, megabytes: (minute: number) => number) =>
  Array.from({ length: minutes * 6 }, (_, index) => ({ at: index * 10_000, rss: megabytes(index / 6) * MB }));

test('the report of a soak calls a process flat that only grew while it warmed up', () => {
  expect(slope(readings(12, (minute) => (minute < 3 ? 100 + 50 * minute : 250)))).toBeCloseTo(0);
});

test('the report of a soak tells by how many megabytes in ten minutes a process grows', () => {
  expect(slope(readings(12, (minute) => 200 + 4 * minute))).toBeCloseTo(40);
});

test('the report of a soak tells no growth of a process that was killed early', () => {
  expect(slope(readings(6, (minute) => 200 + 10 * minute))).toBeUndefined();
});
