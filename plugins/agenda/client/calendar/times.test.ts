import { expect, test } from 'vitest';
import { daysOf, drawnTimes, fieldsOfDrop, momentOfDrop, movedBy, shownMinutes, type Times } from './times.ts';

const saoPaulo = 'America/Sao_Paulo';
const bogota = 'America/Bogota';
const tokyo = 'Asia/Tokyo';
const timed = (date: string, dateEnd: string): Times => ({
  date: new Date(date).toISOString(),
  dateEnd: new Date(dateEnd).toISOString(),
  allDay: false,
  timeZone: saoPaulo,
});
const whole = (date: string, dateEnd: string, timeZone: string): Times => ({
  ...timed(date, dateEnd),
  allDay: true,
  timeZone,
});

test('whole days are drawn on their days, whether they were made 5 hours behind or 9 hours ahead', () => {
  for (const [zone, from, until] of [
    [saoPaulo, '2028-02-29T00:00:00-03:00', '2028-03-01T00:00:00-03:00'],
    [bogota, '2028-02-29T00:00:00-05:00', '2028-03-01T00:00:00-05:00'],
    [tokyo, '2028-02-29T00:00:00+09:00', '2028-03-01T00:00:00+09:00'],
  ] as const) {
    expect(drawnTimes(whole(from, until, zone))).toEqual({ start: '2028-02-29', end: '2028-03-01' });
    expect(daysOf(whole(from, until, zone), saoPaulo)).toEqual(['2028-02-29']);
  }
});

test('an entry over midnight, a month end or 29 February is on each of its days, and until midnight not on the next', () => {
  const night = timed('2028-02-28T23:30:00-03:00', '2028-03-01T00:30:00-03:00');
  expect(daysOf(night, saoPaulo)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysOf(night, tokyo)).toEqual(['2028-02-29', '2028-03-01']);
  expect(daysOf(timed('2027-04-30T22:00:00-03:00', '2027-05-01T00:00:00-03:00'), saoPaulo)).toEqual(['2027-04-30']);
  expect(daysOf(timed('2027-04-30T22:00:00-05:00', '2027-05-01T00:00:00-05:00'), bogota)).toEqual(['2027-04-30']);
  const message = timed('2027-04-30T22:00:00-03:00', '2027-04-30T22:00:00-03:00');
  expect(daysOf(message, saoPaulo)).toEqual(['2027-04-30']);
});

test('moved by a day, an entry keeps its local hour and its length, over month ends, 29 February and a change of clocks', () => {
  const moved = (times: Times, days: number, zone = saoPaulo) => {
    const { date, dateEnd } = movedBy(times, { days }, zone);
    return [date, dateEnd];
  };
  const iso = (...all: string[]) => all.map((at) => new Date(at).toISOString());
  const night = timed('2028-02-28T23:30:00-03:00', '2028-02-29T00:30:00-03:00');
  expect(moved(night, 1)).toEqual(iso('2028-02-29T23:30:00-03:00', '2028-03-01T00:30:00-03:00'));
  expect(moved(timed('2027-12-31T22:00:00-03:00', '2028-01-01T02:00:00-03:00'), 1)).toEqual(
    iso('2028-01-01T22:00:00-03:00', '2028-01-02T02:00:00-03:00'),
  );
  expect(moved(timed('2027-03-01T09:00:00+09:00', '2027-03-01T10:00:00+09:00'), -1, tokyo)).toEqual(
    iso('2027-02-28T09:00:00+09:00', '2027-02-28T10:00:00+09:00'),
  );
  // In New York the clocks go forward on 14 March 2027.
  expect(moved(timed('2027-03-13T09:00:00-05:00', '2027-03-13T10:00:00-05:00'), 1, 'America/New_York')).toEqual(
    iso('2027-03-14T09:00:00-04:00', '2027-03-14T10:00:00-04:00'),
  );
  const days = whole('2028-02-28T00:00:00+09:00', '2028-03-01T00:00:00+09:00', tokyo);
  expect(drawnTimes(movedBy(days, { days: 1 }, saoPaulo))).toEqual({ start: '2028-02-29', end: '2028-03-02' });
});

test('a quarter of an hour moves both ends, also over midnight', () => {
  expect(movedBy(timed('2027-04-30T23:30:00-03:00', '2027-04-30T23:50:00-03:00'), { minutes: 15 }, saoPaulo)).toEqual(
    timed('2027-04-30T23:45:00-03:00', '2027-05-01T00:05:00-03:00'),
  );
});

test('dropped on another day, whole days of another zone stay whole days there; on a time they last an hour', () => {
  const day = whole('2028-02-29T00:00:00+09:00', '2028-03-01T00:00:00+09:00', tokyo);
  expect(fieldsOfDrop(day, { date: '2028-03-31', dateEnd: '2028-04-01', allDay: true }, saoPaulo)).toEqual({
    allDay: true,
    date: '2028-03-30T15:00:00.000Z',
    dateEnd: '2028-03-31T15:00:00.000Z',
  });
  expect(fieldsOfDrop(day, { date: '2028-03-01T09:00:00-03:00', dateEnd: null, allDay: false }, saoPaulo)).toEqual({
    timeZone: saoPaulo,
    allDay: false,
    date: '2028-03-01T09:00:00-03:00',
    dateEnd: '2028-03-01T13:00:00.000Z',
  });
  const hearing = timed('2028-02-29T14:00:00-03:00', '2028-02-29T15:00:00-03:00');
  expect(fieldsOfDrop(hearing, { date: '2028-02-29', dateEnd: null, allDay: true }, saoPaulo)).toEqual({
    timeZone: saoPaulo,
    allDay: true,
    date: '2028-02-29T03:00:00.000Z',
    dateEnd: '2028-03-01T03:00:00.000Z',
  });
});

test('a message dropped on the row of whole days keeps its hour on that day, on a time it leaves then', () => {
  const message = timed('2026-11-19T09:30:00-03:00', '2026-11-19T09:30:00-03:00');
  const day = { date: '2026-11-20', dateEnd: null, allDay: true };
  expect(momentOfDrop(message, day, saoPaulo)).toBe('2026-11-20T12:30:00.000Z');
  expect(momentOfDrop(message, day, tokyo)).toBe('2026-11-20T12:30:00.000Z');
  const time = { date: '2026-11-20T15:00:00-03:00', dateEnd: null, allDay: false };
  expect(momentOfDrop(message, time, saoPaulo)).toBe('2026-11-20T15:00:00-03:00');
});

test('of an entry over midnight each day shows its own part', () => {
  const night = timed('2028-02-28T23:30:00-03:00', '2028-02-29T01:15:00-03:00');
  expect(shownMinutes(night, { isStart: true, isEnd: false }, saoPaulo)).toBe(30);
  expect(shownMinutes(night, { isStart: false, isEnd: true }, saoPaulo)).toBe(75);
  expect(shownMinutes(night, { isStart: true, isEnd: true }, saoPaulo)).toBe(105);
});
