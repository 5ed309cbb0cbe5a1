/** Local times of a zone, for server and client. */

/** A local time: `month` from 1. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(zone, made);
  return made;
};

/** Returns the local time in a zone. */
export const localOf = (at: number, zone: string): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
};

/** Returns the local time as if it were one of UTC, in milliseconds since 1970: for comparing local times. */
export const asUtc = ({ year, month, day, hour, minute }: LocalTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/**
 * Returns the moment of a local time in a zone, in milliseconds since 1970. A time that the clocks skip becomes the one
 * after the gap; of a time that they show twice the first is meant.
 */
export const instantOf = (local: LocalTime, zone: string): number => {
  const wanted = asUtc(local);
  const offsetAt = (at: number): number => asUtc(localOf(at, zone)) - Math.floor(at / 60_000) * 60_000;
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)];
  const fits = [wanted - before, wanted - after].filter((at) => asUtc(localOf(at, zone)) === wanted);
  return fits.length > 0 ? Math.min(...fits) : wanted - before;
};

/** Returns the number of days of a month, from 1. */
export const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Adds days to a local time. */
export const plusDays = (local: LocalTime, days: number): LocalTime => {
  const moved = new Date(asUtc(local) + days * 86_400_000);
  return { ...local, year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
};

/** Returns the weekday of a local time, 0 for Sunday. */
export const weekdayOf = (local: LocalTime): number => new Date(asUtc(local)).getUTCDay();

/** Returns whether the platform knows this IANA zone. */
export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
};
