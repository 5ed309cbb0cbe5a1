import type { CalendarEvent } from '../../contract.ts';
import { instantOf, localOf, plusDays } from '../../zoned.ts';
import { localText, momentOf } from '../local-text.ts';

/** When something is. Of whole days the days are those of `timeZone`. */
export type Times = Pick<CalendarEvent, 'date' | 'dateEnd' | 'allDay' | 'timeZone'>;
export interface Dropped {
  /** With a time: ISO 8601; whole days: `2026-11-19`. */
  date: string;
  /** Null: it keeps its length. */
  dateEnd: string | null;
  allDay: boolean;
}
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The day, `2026-11-19`, of a moment in a zone. */
export const dayOf = (at: string | number, zone: string): string =>
  localText(typeof at === 'number' ? at : Date.parse(at), zone).slice(0, 10);
export const nextDay = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Returns how the calendar component draws it: whole days by their days, whatever zone the reader's company has. */
export const drawnTimes = ({ date, dateEnd, allDay, timeZone }: Times): { start: string; end: string } =>
  allDay ? { start: dayOf(date, timeZone), end: dayOf(dateEnd, timeZone) } : { start: date, end: dateEnd };

/** Returns the days on which it is, at most those of a year, in the reader's zone. */
export const daysOf = (times: Times, zone: string): string[] => {
  const first = dayOf(times.date, times.allDay ? times.timeZone : zone);
  // Until midnight is not on the next day.
  const end = Math.max(Date.parse(times.date), Date.parse(times.dateEnd) - 1);
  const last = dayOf(end, times.allDay ? times.timeZone : zone);
  const days = [first];
  while ((days.at(-1) ?? last) < last && days.length < 366) days.push(nextDay(days.at(-1) ?? first));
  return days;
};

/** Returns it moved by days of the calendar, at the same local time, or by minutes; its length stays. */
export const movedBy = (times: Times, by: { days?: number; minutes?: number }, zone: string): Times => {
  const { days = 0, minutes = 0 } = by;
  const shifted = (at: string, where: string): number =>
    instantOf(plusDays(localOf(Date.parse(at), where), days), where);
  if (times.allDay) {
    const ends = [times.date, times.dateEnd].map((at) => new Date(shifted(at, times.timeZone)).toISOString());
    return { ...times, date: ends[0] ?? times.date, dateEnd: ends[1] ?? times.dateEnd };
  }
  const start = (days === 0 ? Date.parse(times.date) : shifted(times.date, zone)) + minutes * 60_000;
  const length = Date.parse(times.dateEnd) - Date.parse(times.date);
  return { ...times, date: new Date(start).toISOString(), dateEnd: new Date(start + length).toISOString() };
};

/** Returns the fields of an entry that was dropped elsewhere. Whole days that are dropped on a time last an hour. */
export const fieldsOfDrop = (
  event: Times,
  to: Dropped,
  zone: string,
): { date: string | undefined; dateEnd: string | undefined; allDay: boolean; timeZone?: string } => {
  const turns = event.allDay !== to.allDay;
  const where = event.allDay ? event.timeZone : zone;
  const midnight = (day: string): string | undefined => momentOf(day.slice(0, 10), where)?.toISOString();
  const more = turns ? { timeZone: zone } : {};
  if (!to.allDay) {
    const hour = new Date(Date.parse(to.date) + hourMs).toISOString();
    return { ...more, allDay: false, date: to.date, dateEnd: to.dateEnd ?? (turns ? hour : undefined) };
  }
  const end = to.dateEnd ?? (turns ? nextDay(to.date.slice(0, 10)) : undefined);
  return { ...more, allDay: true, date: midnight(to.date), dateEnd: end === undefined ? undefined : midnight(end) };
};

/** Returns when a message leaves that was dropped elsewhere: on a whole day at its former hour. */
export const momentOfDrop = ({ date }: Times, to: Dropped, zone: string): string =>
  to.allDay
    ? (momentOf(`${to.date.slice(0, 10)}${localText(Date.parse(date), zone).slice(10)}`, zone)?.toISOString() ?? date)
    : to.date;

/** Returns the minutes of the part that one day shows of it, of its first or its last day. */
export const shownMinutes = (
  { date, dateEnd }: Times,
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
  zone: string,
): number => {
  const clock = (at: string): number => {
    const { hour, minute } = localOf(Date.parse(at), zone);
    return hour * 60 + minute;
  };
  if (isStart && isEnd) return (Date.parse(dateEnd) - Date.parse(date)) / 60_000;
  if (isStart) return 24 * 60 - clock(date);
  return isEnd ? clock(dateEnd) : 24 * 60;
};
