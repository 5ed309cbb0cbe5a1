import { describe, expect, it } from 'vitest';
import { localDate } from './local-dates.ts';
import { isOpenAt, isWithin, weeklyHours, weeklyHoursInput } from './weekly-hours.ts';

const sao = 'America/Sao_Paulo';
/** 2026-07-13 is a Monday; São Paulo is three hours behind. */
const monday = (time: string): Date => new Date(`2026-07-13T${time}:00-03:00`);

describe('The hours of a week', () => {
  it('include the start and exclude the end, in the time zone', () => {
    const week = weeklyHours.parse([{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]);
    expect(['07:59', '08:00', '17:59', '18:00'].map((at) => isWithin(week, monday(at), sao))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isWithin(week, monday('08:30'), 'Europe/Lisbon')).toBe(true);
    expect(isWithin(week, monday('16:30'), 'Europe/Lisbon')).toBe(false);
  });

  it('may have a pause', () => {
    const week = weeklyHours.parse([
      { weekdayEn: 'Monday', startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:30', endTimeB: '18:00' },
    ]);
    expect(['11:59', '12:30', '13:30'].map((at) => isWithin(week, monday(at), sao))).toEqual([true, false, true]);
  });

  it('are closed on a missing day or from 00:00 to 00:00, and always open in an empty week', () => {
    const week = weeklyHours.parse([{ weekdayEn: 'monday', startTime: '00:00', endTime: '00:00' }]);
    expect(isWithin(week, monday('12:00'), sao)).toBe(false);
    expect(isWithin(week, new Date('2026-07-14T12:00:00-03:00'), sao)).toBe(false);
    expect(isWithin([], monday('03:00'), sao)).toBe(true);
  });

  it('continue into the next day if they end before they start', () => {
    const week = weeklyHours.parse([{ weekdayEn: 'sunday', startTime: '18:00', endTime: '02:00' }]);
    expect(isWithin(week, monday('01:59'), sao)).toBe(true);
    expect(isWithin(week, monday('02:00'), sao)).toBe(false);
    expect(isWithin(week, new Date('2026-07-12T23:30:00-03:00'), sao)).toBe(true);
  });

  it('are on a holiday those of the holiday, and a shift past midnight has the hours of the day on which it began', () => {
    const nights = weeklyHours.parse(
      ['sunday', 'monday', 'tuesday'].map((weekdayEn) => ({ weekdayEn, startTime: '18:00', endTime: '02:00' })),
    );
    const tuesday = (time: string): Date => new Date(`2026-07-14T${time}:00-03:00`);
    const at = (startTime: string, endTime: string) => {
      const holidays = new Map([['2026-07-13', { startTime, endTime }]]);
      return [monday('01:00'), monday('19:00'), monday('23:00'), tuesday('01:00'), tuesday('19:00')].map((moment) =>
        isWithin(nights, moment, sao, holidays),
      );
    };
    expect(at('', '')).toEqual([true, false, false, false, true]);
    expect(at('22:00', '03:00')).toEqual([true, false, true, true, true]);
    expect(at('08:00', '20:00')).toEqual([true, true, false, false, true]);
  });

  it('are asked for the holidays of the two days that count', async () => {
    const nights = weeklyHours.parse([{ weekdayEn: 'sunday', startTime: '18:00', endTime: '02:00' }]);
    const holiday = { startTime: '', endTime: '' };
    const on = (date: string) =>
      isOpenAt(nights, monday('01:00'), sao, async (at) => (localDate(at, sao) === date ? holiday : undefined));
    expect(await on('2026-07-12')).toBe(false);
    expect(await on('2026-07-13')).toBe(true);
    expect(await isOpenAt([], monday('01:00'), sao, async () => undefined)).toBe(true);
    expect(await isOpenAt([], monday('01:00'), sao, async () => holiday)).toBe(false);
  });

  it('to 23:59 include the last minute', () => {
    const week = weeklyHours.parse([{ weekdayEn: 'monday', startTime: '00:00', endTime: '23:59' }]);
    expect(isWithin(week, monday('23:59'), sao)).toBe(true);
  });

  it('are rejected with an invalid time, a missing end or a duplicate day', () => {
    const day = { weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
    expect(weeklyHours.safeParse([{ ...day, startTime: '25:00' }]).success).toBe(false);
    expect(weeklyHours.safeParse([{ ...day, endTime: '' }]).success).toBe(false);
    expect(weeklyHours.safeParse([day, day]).success).toBe(false);
    expect(weeklyHours.safeParse([{ ...day, weekdayEn: 'segunda' }]).success).toBe(false);
    expect(weeklyHours.safeParse([day]).success).toBe(true);
  });
});

describe('Entered hours', () => {
  const night = { weekdayEn: 'sunday', startTime: '18:00', endTime: '02:00' };
  it.each([
    [[{ weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '14:00', startTimeB: '13:00', endTimeB: '18:00' }]],
    [[night, { weekdayEn: 'monday', startTime: '01:00', endTime: '09:00' }]],
    [[{ weekdayEn: 'Monday', startTimeA: '09:00', endTimeA: '07:00', startTimeB: '13:00', endTimeB: '18:00' }]],
  ])('are refused where they lie over each other: %j', (week) => {
    expect(weeklyHoursInput.safeParse(week).error?.issues[0]?.message).toBe('ERR_HOURS_OVERLAP');
    // Stored before the check existed, they are still read.
    expect(weeklyHours.safeParse(week).success).toBe(true);
  });
  it.each([
    [[{ weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '13:00', startTimeB: '13:00', endTimeB: '18:00' }]],
    [[night, { weekdayEn: 'monday', startTime: '02:00', endTime: '09:00' }]],
    [
      [
        { weekdayEn: 'monday', startTime: '00:00', endTime: '24:00' },
        { weekdayEn: 'tuesday', startTime: '00:00', endTime: '23:59' },
      ],
    ],
    [[]],
  ])('may touch, and go on after midnight: %j', (week) => {
    expect(weeklyHoursInput.safeParse(week).success).toBe(true);
  });
});
