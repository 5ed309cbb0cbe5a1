import { expect, test, vi } from 'vitest';
import { occurrences, nextOccurrence, readRule, restOfRule, ruleText, type Recurrence } from './recurrence.ts';
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

test('the rest of a long series, and its next moment, are found without reading the clock of each of its days', () => {
  const began = new Date('2026-11-29T12:00:00Z');
  const at = new Date(began.getTime() + 900 * 86_400_000);
  const text = ruleText(rule({ count: 1000 }));
  const clock = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  expect(restOfRule(text, began, at, zone)).toBe(ruleText(rule({ count: 100 })));
  expect(nextOccurrence(rule({}), began.getTime(), zone, at.getTime())).toBe(at.getTime() + 86_400_000);
  expect(clock.mock.calls.length).toBeLessThan(100);
  clock.mockRestore();
});

test('the rest of a series counts its moments right where the clocks skip an hour, or a day', () => {
  // Clocks of São Paulo went from 0:00 to 1:00 on 4 November 2018; Samoa had no 30 December 2011.
  for (const [where, first] of [
    [zone, '2018-10-31T03:00:00Z'],
    ['Pacific/Apia', '2011-12-27T22:00:00Z'],
  ] as const) {
    const daily = rule({ count: 8 });
    for (const [place, moment] of [...occurrences(daily, Date.parse(first), where)].entries())
      expect(nextOccurrence(daily, Date.parse(first), where, moment - 1), `${where} ${place}`).toBe(moment);
  }
  const all = [...occurrences(rule({ count: 8 }), Date.parse('2018-10-31T03:00:00Z'), zone)];
  expect(
    all.map((moment) => restOfRule(ruleText(rule({ count: 8 })), new Date(all[0] ?? 0), new Date(moment), zone)),
  ).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((count) => ruleText(rule({ count }))));
});
