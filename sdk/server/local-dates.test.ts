import { expect, it } from 'vitest';
import { addDays, localClock, localDate, localTime } from './local-dates.ts';
import { secondsWithin } from './weekly-hours.ts';

it('The same moment has different dates in different time zones, also at the ends of months and years', () => {
  const at = new Date('2027-01-01T02:30:00Z');
  expect(localDate(at, 'America/Sao_Paulo')).toBe('2026-12-31');
  expect(localDate(at, 'America/Noronha')).toBe('2027-01-01');
  expect(localClock(at, 'America/Rio_Branco').toISOString()).toBe('2026-12-31T21:30:00.000Z');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

it('A local time is found on both sides of a change of the clock', () => {
  expect(localTime('2026-12-25', 0, 'America/Sao_Paulo').toISOString()).toBe('2026-12-25T03:00:00.000Z');
  expect(localTime('2026-03-29', 12 * 60, 'Europe/Lisbon').toISOString()).toBe('2026-03-29T11:00:00.000Z');
  expect(localTime('2026-03-28', 12 * 60, 'Europe/Lisbon').toISOString()).toBe('2026-03-28T12:00:00.000Z');
});

it('A time that the clock skips is the moment of the change, also at midnight', () => {
  expect(localTime('2026-09-06', 0, 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
  expect(localDate(localTime('2026-09-06', 0, 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06');
  expect(localTime('2026-09-06', 30, 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
  expect(localTime('2018-11-04', 0, 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
  expect(localTime('2026-03-29', 90, 'Europe/Lisbon').toISOString()).toBe('2026-03-29T01:00:00.000Z');
  expect(localTime('2026-03-29', 59, 'Europe/Lisbon').toISOString()).toBe('2026-03-29T00:59:00.000Z');
});

it('Every quarter of an hour of a year is shown by the clock at its moment, or skipped by a change', () => {
  for (const timeZone of ['America/Santiago', 'Australia/Lord_Howe']) {
    let skipped = 0;
    for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 1)) {
      for (let minutes = 0; minutes < 1440; minutes += 15) {
        const shown = localClock(localTime(date, minutes, timeZone), timeZone).getTime();
        if (shown === Date.parse(`${date}T00:00:00Z`) + minutes * 60_000) continue;
        skipped += 1;
      }
    }
    // An hour in Santiago, half an hour on Lord Howe Island.
    expect([timeZone, skipped]).toEqual([timeZone, { 'America/Santiago': 4, 'Australia/Lord_Howe': 2 }[timeZone]]);
  }
});

const week = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((weekdayEn) => ({
  weekdayEn,
  startTime: '08:00',
  endTime: '18:00',
}));
const zone = 'America/Sao_Paulo';
const at = (text: string): Date => new Date(`${text}-03:00`);

it('A customer who writes at night and is accepted in the morning waited only the minutes after opening', () => {
  expect(secondsWithin(week, at('2026-11-23T22:00:00'), at('2026-11-24T08:12:00'), zone)).toBe(12 * 60);
  expect(secondsWithin(week, at('2026-11-20T17:30:00'), at('2026-11-23T08:30:00'), zone)).toBe(60 * 60);
  expect(secondsWithin(week, at('2026-11-21T10:00:00'), at('2026-11-22T10:00:00'), zone)).toBe(0);
});

it('A shift past midnight belongs to the day on which it began, and a holiday replaces its day', () => {
  const night = [{ weekdayEn: 'monday' as const, startTime: '22:00', endTime: '02:00' }];
  expect(secondsWithin(night, at('2026-11-24T01:00:00'), at('2026-11-24T09:00:00'), zone)).toBe(3600);
  const holidays = new Map([['2026-11-24', { startTime: '', endTime: '' }]]);
  expect(secondsWithin(week, at('2026-11-23T17:00:00'), at('2026-11-25T09:00:00'), zone, holidays)).toBe(2 * 3600);
  expect(secondsWithin([], at('2026-11-23T17:00:00'), at('2026-11-23T19:00:00'), zone)).toBe(7200);
});

it('Hours that lie over each other are counted once', () => {
  const night = [{ weekdayEn: 'monday' as const, startTime: '22:00', endTime: '06:00' }];
  const holidays = new Map([['2026-11-24', { startTime: '05:00', endTime: '10:00' }]]);
  expect(secondsWithin(night, at('2026-11-24T04:00:00'), at('2026-11-24T11:00:00'), zone, holidays)).toBe(6 * 3600);
  const double = [
    { weekdayEn: 'tuesday' as const, startTimeA: '13:00', endTimeA: '18:00', startTimeB: '08:00', endTimeB: '14:00' },
  ];
  expect(secondsWithin(double, at('2026-11-24T00:00:00'), at('2026-11-25T00:00:00'), zone)).toBe(10 * 3600);
});
