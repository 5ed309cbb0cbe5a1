import { instantOf, localOf } from '../zoned.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** A moment as a `DateField` holds it, `2026-11-26T09:30`, in a zone. */
export const localText = (at: number, zone: string): string => {
  const { year, month, day, hour, minute } = localOf(at, zone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
};

/** The moment of what a `DateField` holds, with or without a time; undefined: it is empty. */
export const momentOf = (text: string, zone: string): Date | undefined => {
  const [, year, month, day, hour = '0', minute = '0'] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const local = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  };
  return new Date(instantOf(local, zone));
};

/** The local time so much later on the calendar: nine o'clock stays nine o'clock, whatever the clocks do in between. */
export const later = (text: string, ms: number): string => {
  const at = Date.parse(`${text}Z`);
  return Number.isNaN(at) ? text : new Date(at + ms).toISOString().slice(0, 16);
};
/** The time between two local times on the calendar, in milliseconds; not a number if one is empty. */
export const lengthOf = (from: string, until: string): number => Date.parse(`${until}Z`) - Date.parse(`${from}Z`);
/** The last one of whole days that end at a midnight. */
export const lastDayText = (ended: number, zone: string): string => later(localText(ended, zone), -86_400_000);

/** The next half hour at least so many minutes ahead. */
export const soon = (minutes: number): number => Math.ceil((Date.now() + minutes * 60_000) / 1_800_000) * 1_800_000;
