/** A moment on the company's calendar and clock. */
interface LocalTime {
  /** `2026-11-27`. */
  day: string;
  /** Of the day, from 0. */
  minute: number;
}

export const localTime = (at: Date, timeZone: string): LocalTime => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '00';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
};

/** Weeks, months and dates without an hour of their own begin at nine. */
const usualMinute = 9 * 60;
/** Later than this, because the server was off, an occasion is left out. */
const lateMinutes = 120;

export const dateTrigger = 'flows.contact-date';
export const calendarTriggers: readonly string[] = [
  'flows.daily',
  'flows.workdays',
  'flows.weekly',
  'flows.monthly',
  dateTrigger,
];

const minuteOf = (subject: string): number | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(subject) ? Number(subject.slice(0, 2)) * 60 + Number(subject.slice(3)) : undefined;

/** Returns the minute of this day at which an occasion comes; undefined: not on this day. */
export const minuteOn = (trigger: string, subject: string, day: string): number | undefined => {
  const date = new Date(`${day}T12:00:00Z`);
  const weekday = date.getUTCDay();
  switch (trigger) {
    case 'flows.daily':
      return minuteOf(subject);
    case 'flows.workdays':
      return weekday === 0 || weekday === 6 ? undefined : minuteOf(subject);
    case 'flows.weekly':
      return Number(subject) === weekday && subject !== '' ? usualMinute : undefined;
    case 'flows.monthly': {
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return /^\d{1,2}$/.test(subject) && Math.min(Number(subject), last) === date.getUTCDate()
        ? usualMinute
        : undefined;
    }
    case dateTrigger:
      return subject === '' ? undefined : usualMinute;
    default:
      return undefined;
  }
};

/** True from the minute of an occasion on, for a while, if the flow was attached to it before that minute. */
export const isDue = (
  { trigger, subject, since }: { trigger: string; subject: string; since: Date },
  now: Date,
  timeZone: string,
): boolean => {
  const { day, minute } = localTime(now, timeZone);
  const at = minuteOn(trigger, subject, day);
  if (at === undefined || minute < at || minute >= at + lateMinutes) return false;
  return now.getTime() - since.getTime() >= (minute - at) * 60_000;
};

/** Patterns of a yearly date as people write it: `27/11/1980`, `27.11`, `1980-11-27`. */
export const datePatterns = (day: string): { written: string; iso: string } => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  // In other years a 29 February is kept on the 28th.
  const dates = month === 2 && date === 28 && !isLeap ? '(28|29)' : `0?${date}`;
  return {
    written: String.raw`^\s*${dates}[/.-]0?${month}([/.-]\d{2,4})?\s*$`,
    iso: String.raw`^\s*\d{4}-0?${month}-${dates}\s*$`,
  };
};
