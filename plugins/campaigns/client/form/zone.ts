/** The calendar of a time zone at an instant. */
export interface ZoneTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** Returns date and time of an instant in a time zone. */
export function timeIn(instant: Date, timeZone: string): ZoneTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns an instant as the date field writes it, in a time zone: `2026-12-31T09:30`. */
export const fieldTime = (instant: string, timeZone: string): string => {
  const { year, month, day, hour, minute } = timeIn(new Date(instant), timeZone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
};

/** Returns the instant of a text of the date field in a time zone. */
export const instantOf = (text: string, timeZone: string): string => {
  const asUtc = new Date(`${text}Z`);
  const { year, month, day, hour, minute } = timeIn(asUtc, timeZone);
  const offset = Date.UTC(year, month - 1, day, hour, minute) - asUtc.getTime();
  return new Date(asUtc.getTime() - offset).toISOString();
};
