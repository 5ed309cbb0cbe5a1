import type { Holiday } from '../../contract.ts';

export type HolidayFault = 'date' | 'twice' | 'name' | 'hours';

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Returns whether the company is closed all day. */
export const isClosed = ({ startTime, endTime }: Holiday): boolean => startTime === '' && endTime === '';

/** Returns the fault of one day among the others, as a locale key under `holidays.fault`. */
export function holidayFault(day: Holiday, all: readonly Holiday[]): HolidayFault | undefined {
  if (!isDay(day.date)) return 'date';
  if (all.filter(({ date }) => date === day.date).length > 1) return 'twice';
  if (day.name.trim() === '') return 'name';
  return isClosed(day) || (isTime(day.startTime) && isTime(day.endTime)) ? undefined : 'hours';
}

export const firstFault = (all: readonly Holiday[]): HolidayFault | undefined =>
  all.map((day) => holidayFault(day, all)).find((fault) => fault !== undefined);

const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns Easter Sunday by the Gregorian calendar (the anonymous algorithm of 1876). */
function easter(year: number): Date {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * shift + 114;
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1));
}

const fixed: readonly [day: string, key: string][] = [
  ['01-01', 'newYear'],
  ['04-21', 'tiradentes'],
  ['05-01', 'labour'],
  ['09-07', 'independence'],
  ['10-12', 'aparecida'],
  ['11-02', 'souls'],
  ['11-15', 'republic'],
  ['11-20', 'consciousness'],
  ['12-25', 'christmas'],
];

/** Returns Brazil's national holidays of a year, with locale keys under `holidays.national`. */
export const nationalHolidays = (year: number): { date: string; key: string }[] => {
  const friday = new Date(easter(year).getTime() - 2 * 86_400_000);
  return [
    ...fixed.map(([day, key]) => ({ date: `${year}-${day}`, key })),
    { date: iso(friday), key: 'goodFriday' },
  ].toSorted((one, other) => one.date.localeCompare(other.date));
};
