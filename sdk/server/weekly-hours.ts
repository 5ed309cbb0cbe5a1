import { z } from 'zod';
import { overlappingDays } from '../shared/hours-overlap.ts';
import { addDays, localClock, localDate, localTime } from './local-dates.ts';

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$|^$/;
const time = z.preprocess((value) => value ?? undefined, z.string().trim().regex(isTime, 'HH:MM').optional());

interface Spans {
  startTime?: string | undefined;
  endTime?: string | undefined;
  startTimeA?: string | undefined;
  endTimeA?: string | undefined;
  startTimeB?: string | undefined;
  endTimeB?: string | undefined;
}

const spansAsWritten = (day: Spans): [from: string, to: string][] => [
  [day.startTime ?? '', day.endTime ?? ''],
  [day.startTimeA ?? '', day.endTimeA ?? ''],
  [day.startTimeB ?? '', day.endTimeB ?? ''],
];

const workingDay = z
  .object({
    /** The day's displayed name: `Segunda-feira`. */
    weekday: z.string().max(40).optional(),
    /** `monday`, …, `sunday`. */
    weekdayEn: z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(days)),
    /** `08:00`; empty or equal to the end: closed. An end before the start lies on the next day. */
    startTime: time,
    endTime: time,
    /** The same for a day with a pause: the hours before it (`A`) and after it (`B`). */
    startTimeA: time,
    endTimeA: time,
    startTimeB: time,
    endTimeB: time,
  })
  .refine(
    (day) => spansAsWritten(day).every(([from, to]) => (from === '') === (to === '')),
    'a start needs an end, and an end a start',
  );

/**
 * The schema of a week's hours in responses: a list of days, each with one span of time or two. Routes that receive
 * hours use `weeklyHoursInput`.
 */
export const weeklyHours = z
  .array(workingDay)
  .max(7, 'each day once')
  .refine((week) => new Set(week.map(({ weekdayEn }) => weekdayEn)).size === week.length, 'each day once');
export type WeeklyHours = z.output<typeof weeklyHours>;
/** The schema of entered hours: no two spans overlap, also not past midnight. */
export const weeklyHoursInput = weeklyHours.refine((week) => overlappingDays(week).length === 0, 'ERR_HOURS_OVERLAP');

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

const spansOf = (week: WeeklyHours, day: number): [from: number, to: number][] =>
  week
    .filter(({ weekdayEn }) => weekdayEn === days[(day + 7) % 7])
    .flatMap(spansAsWritten)
    .filter(([from, to]) => from !== '' && to !== '' && from !== to)
    // An end of 23:59 means midnight, because the time fields of browsers have no 24:00.
    .map(([from, to]) => [minutes(from), to === '23:59' ? 1440 : minutes(to)]);

/** Hours of single days, by their local date, that replace those of the week; '' for both: closed. */
export type HolidayHours = ReadonlyMap<string, { startTime: string; endTime: string }>;

/** Returns the spans of a date, of which the last may end after its midnight. */
const spansOn = (week: WeeklyHours, holidays: HolidayHours, date: string): [from: number, to: number][] => {
  const holiday = holidays.get(date);
  if (holiday) return spansOf([{ weekdayEn: 'monday', ...holiday }], 1);
  return week.length === 0 ? [[0, 1440]] : spansOf(week, new Date(`${date}T00:00:00Z`).getUTCDay());
};

/**
 * Returns true if a moment lies within a week's hours, in local time of a time zone (`America/Sao_Paulo`). An empty week
 * is always open; a day that a week does not contain is closed. Spans that begin today come from the hours of today,
 * and those that reach over midnight from the hours of yesterday, each a holiday's where `holidays` has one.
 */
export const isWithin = (
  week: WeeklyHours,
  at: Date,
  timeZone: string,
  holidays: HolidayHours = new Map(),
): boolean => {
  const clock = localClock(at, timeZone);
  const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
  const date = clock.toISOString().slice(0, 10);
  return (
    spansOn(week, holidays, date).some(([from, to]) => minute >= from && (minute < to || to < from)) ||
    spansOn(week, holidays, addDays(date, -1)).some(([from, to]) => to < from && minute < to)
  );
};

/**
 * The same as `isWithin`, asking `holidayAt` for the hours of a holiday at a moment of today and of yesterday; undefined:
 * an ordinary day. Pass the `holidayAt` of the company's hours.
 * @example await isOpenAt(week, new Date(), scope.company.timeZone, async (at) => scope.find(companyHours)?.holidayAt(at))
 */
export const isOpenAt = async (
  week: WeeklyHours,
  at: Date,
  timeZone: string,
  holidayAt: (at: Date) => Promise<{ startTime: string; endTime: string } | undefined>,
): Promise<boolean> => {
  const holidays = new Map<string, { startTime: string; endTime: string }>();
  const today = localDate(at, timeZone);
  for (const date of [addDays(today, -1), today]) {
    const holiday = await holidayAt(localTime(date, 12 * 60, timeZone));
    if (holiday) holidays.set(date, holiday);
  }
  return isWithin(week, at, timeZone, holidays);
};

/**
 * Returns the seconds of a period that lie within a week's hours, in local time of a time zone. An empty week is always
 * open. Hours that lie over each other, such as a night shift that ends after a holiday's hours began, count once.
 */
export const secondsWithin = (
  week: WeeklyHours,
  from: Date,
  to: Date,
  timeZone: string,
  holidays: HolidayHours = new Map(),
): number => {
  const last = localDate(to, timeZone);
  const spans: { start: number; end: number }[] = [];
  // A span of the day before may end after midnight.
  for (let date = addDays(localDate(from, timeZone), -1); date <= last; date = addDays(date, 1))
    for (const [begins, ends] of spansOn(week, holidays, date))
      spans.push({
        start: localTime(date, begins, timeZone).getTime(),
        end: localTime(date, ends <= begins ? ends + 1440 : ends, timeZone).getTime(),
      });
  let sum = 0;
  let counted = from.getTime();
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const until = Math.min(end, to.getTime());
    sum += Math.max(0, until - Math.max(start, counted));
    counted = Math.max(counted, until);
  }
  return Math.round(sum / 1000);
};
