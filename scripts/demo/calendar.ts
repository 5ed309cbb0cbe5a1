import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** São Paulo has had one offset all year since 2019. */
const offset = 3 * hour;
const opens = 8.5 * hour;
const closes = 17.5 * hour;

export const hourOfDay = (instant: number): number => ((((instant - offset) % day) + day) % day) / hour;
/** Formats a date as `19/11`. */
export const onCalendar = (instant: number): string => {
  const [, month = '', date = ''] = new Date(instant - offset).toISOString().slice(0, 10).split('-');
  return `${date}/${month}`;
};

/** Moves an instant back into office hours, of an earlier day if necessary. */
export const inOfficeHours = (instant: number, random: Random): number => {
  const local = instant - offset;
  let start = Math.floor(local / day) * day;
  let time = local - start;
  if (time < opens) {
    start -= day;
    time = closes;
  }
  if (time > closes) time = opens + random.next() * (closes - opens);
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(start / day) + 4) % 7;
  if (weekday === 0) start -= 2 * day;
  if (weekday === 6) start -= day;
  return start + time + offset;
};

/** Returns a pause between the lines of a conversation, in milliseconds: short within a turn, minutes between two. */
export const pauseBefore = (sameSpeaker: boolean, random: Random): number =>
  sameSpeaker ? random.between(12, 70) * 1000 : random.between(40, 560) * 1000;
