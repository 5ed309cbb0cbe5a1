import { expect, test } from 'vitest';
import { lastDayText, lengthOf, later } from './local-text.ts';

const dayMs = 86_400_000;

test('the last day of whole days is shown, also when a day has 23 or 25 hours', () => {
  // In New York the clocks go forward on 8 March 2026, and back on 1 November.
  const zone = 'America/New_York';
  expect(lastDayText(Date.parse('2026-03-09T00:00:00-04:00'), zone).slice(0, 10)).toBe('2026-03-08');
  expect(lastDayText(Date.parse('2026-11-02T00:00:00-05:00'), zone).slice(0, 10)).toBe('2026-11-01');
  expect(lastDayText(Date.parse('2026-05-02T00:00:00-04:00'), zone).slice(0, 10)).toBe('2026-05-01');
});

test('moved by days, a local time keeps its hour whatever the clocks do, and a length its days', () => {
  expect(later('2026-03-07T09:30', dayMs)).toBe('2026-03-08T09:30');
  expect(later('2026-10-31T00:00', 7 * dayMs)).toBe('2026-11-07T00:00');
  expect(lengthOf('2026-10-31T00:00', '2026-11-02T00:00')).toBe(2 * dayMs);
  expect(later('', dayMs)).toBe('');
});
