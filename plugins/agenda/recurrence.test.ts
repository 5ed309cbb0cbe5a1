import { expect, test } from 'vitest';
import { occurrences, nextOccurrence, readRule, ruleText, type Recurrence } from './recurrence.ts';
import { instantOf, localOf } from './zoned.ts';

const zone = 'America/Sao_Paulo';
const rule = (part: Partial<Recurrence>): Recurrence => ({
  every: 'DAILY',
  interval: 1,
  weekdays: [],
  monthDay: 1,
  count: null,
  until: null,
  ...part,
});
const days = (text: string, one: Recurrence, count = 6, at = zone): string[] => {
  const found: string[] = [];
  for (const moment of occurrences(one, Date.parse(text), at)) {
    const { year, month, day, hour } = localOf(moment, at);
    found.push(`${year}-${month}-${day} ${hour}`);
    if (found.length === count) break;
  }
  return found;
};

test('a month without a 31st, or a 29 February, gets the message on its last day', () => {
  expect(days('2028-01-31T12:00:00Z', rule({ every: 'MONTHLY', monthDay: 31 }), 4)).toEqual([
    '2028-1-31 9',
    '2028-2-29 9',
    '2028-3-31 9',
    '2028-4-30 9',
  ]);
  expect(days('2027-01-29T12:00:00Z', rule({ every: 'MONTHLY', monthDay: 29 }), 2)).toEqual([
    '2027-1-29 9',
    '2027-2-28 9',
  ]);
});

test('a series without an end goes on after its thousandth message', () => {
  const began = Date.parse('2026-11-29T12:00:00Z');
  const after = began + 1100 * 86_400_000;
  expect(nextOccurrence(rule({}), began, zone, after)).toBe(after + 86_400_000);
});

test('a weekly series falls on its weekdays, from the first one on', () => {
  const weekly = rule({ every: 'WEEKLY', interval: 2, weekdays: [1, 4] });
  // A Thursday.
  expect(days('2026-11-19T21:00:00Z', weekly, 4)).toEqual([
    '2026-11-19 18',
    '2026-11-30 18',
    '2026-12-3 18',
    '2026-12-14 18',
  ]);
});

test('a series ends after its number of messages, or with its last day', () => {
  expect(days('2026-11-19T21:00:00Z', rule({ count: 3 }))).toHaveLength(3);
  expect(days('2026-11-19T21:00:00Z', rule({ until: Date.parse('2026-11-20T21:00:00Z') }))).toHaveLength(2);
  const last = Date.parse('2026-11-21T21:00:00Z');
  expect(nextOccurrence(rule({ count: 3 }), Date.parse('2026-11-19T21:00:00Z'), zone, last)).toBeUndefined();
});

test('nine o’clock stays nine o’clock when the clocks change, and a skipped time comes after the gap', () => {
  const paris = 'Europe/Paris';
  expect(days('2027-03-27T08:00:00Z', rule({}), 3, paris)).toEqual(['2027-3-27 9', '2027-3-28 9', '2027-3-29 9']);
  const skipped = instantOf({ year: 2027, month: 3, day: 28, hour: 2, minute: 30 }, paris);
  expect(new Date(skipped).toISOString()).toBe('2027-03-28T01:30:00.000Z');
  for (const far of ['America/Bogota', 'Asia/Tokyo'])
    expect(localOf(instantOf({ year: 2028, month: 2, day: 29, hour: 0, minute: 5 }, far), far)).toEqual({
      year: 2028,
      month: 2,
      day: 29,
      hour: 0,
      minute: 5,
    });
});

test('a rule survives being written and read, and a foreign one is refused', () => {
  for (const one of [
    rule({ every: 'MONTHLY', monthDay: 31, count: 5 }),
    rule({ every: 'MONTHLY', monthDay: 12 }),
    rule({ every: 'WEEKLY', weekdays: [0, 4], until: Date.parse('2027-01-01T12:00:00Z') }),
  ])
    expect(readRule(ruleText(one))).toEqual({ ...one, monthDay: one.every === 'MONTHLY' ? one.monthDay : 1 });
  for (const text of ['', 'FREQ=YEARLY', 'FREQ=WEEKLY', 'FREQ=DAILY;BYHOUR=3', 'FREQ=DAILY;INTERVAL=0'])
    expect(readRule(text)).toBeUndefined();
});
