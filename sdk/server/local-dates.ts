const made = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because each is expensive to create. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    made.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  made.set(timeZone, known);
  return known;
};

/** Returns what the clock shows, as if it were UTC, in milliseconds. */
const clockTime = (at: Date, timeZone: string): number => {
  const part: Record<string, string> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) part[type] = value;
  const { year, month, day, hour, minute, second } = part;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/** Returns the date in a time zone: `localDate(new Date(), 'America/Sao_Paulo')` is `2026-12-25`. */
export const localDate = (at: Date, timeZone: string): string =>
  new Date(clockTime(at, timeZone)).toISOString().slice(0, 10);

/**
 * Returns what a clock in a time zone shows at a moment, as a date whose UTC parts are those of the clock: for serial
 * numbers of spreadsheets, or the hour of the day.
 */
export const localClock = (at: Date, timeZone: string): Date => new Date(clockTime(at, timeZone));

/**
 * Returns the moment at which a clock in a time zone shows a date and so many minutes after its midnight. A time that the
 * clock skips is the moment of the change.
 * @example localTime('2026-12-25', 0, 'America/Sao_Paulo') // 2026-12-25T03:00:00.000Z
 */
export const localTime = (date: string, minutes: number, timeZone: string): Date => {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const offset = (at: number): number => clockTime(new Date(at), timeZone) - at;
  // The offset at the first guess may be that of the other side of a change of the clock.
  const guess = wanted - offset(wanted);
  const moment = wanted - offset(guess);
  if (moment + offset(moment) === wanted) return new Date(moment);
  // No moment shows this time: the clock skips it somewhere between the two guesses.
  let before = Math.min(guess, moment);
  let after = Math.max(guess, moment);
  while (after - before > 1000) {
    const middle = Math.round((before + after) / 2000) * 1000;
    if (offset(middle) === offset(before)) before = middle;
    else after = middle;
  }
  return new Date(after);
};

/** Returns the date so many days later: `addDays('2026-12-31', 1)` is `2027-01-01`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
