import { expect, it } from 'vitest';
import { duration } from './duration.ts';

const number = (n: number): string => String(n).replace('.', ',');

it('Times are shown in the unit in which people would say them', () => {
  expect([0.4, 4.26, 42.3, 95, 60 * 24, 60 * 24 * 5].map((minutes) => duration(minutes, number))).toEqual([
    '0,4 min',
    '4,3 min',
    '42 min',
    '1,6 h',
    '24 h',
    '5 d',
  ]);
  expect(duration(null, number)).toBe('—');
});
