/** Hours in which campaigns send. */
export interface SendWindow {
  /** `08:00`. */
  from: string;
  until: string;
  /** 0 (Sunday) to 6. */
  days: readonly number[];
}
/** Hours that time zones of Brazilian area codes are behind Brasília. */
export const zones = [0, 1, 2] as const;
export type Zone = (typeof zones)[number];
/** The zone of each: Brazil has had no summer time since 2019. */
const zoneNames: Record<Zone, string> = { 0: 'America/Sao_Paulo', 1: 'America/Manaus', 2: 'America/Rio_Branco' };
export const zoneName = (zone: Zone): string => zoneNames[zone];

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** The local time, in milliseconds as if the zone were UTC. */
const localTime = (at: number, timeZone: string): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
};

const dayMs = 86_400_000;
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The local date, as `2026-12-25`. */
export const dayOf = (at: number, timeZone: string): string =>
  new Date(localTime(at, timeZone)).toISOString().slice(0, 10);

/**
 * Returns when sending is allowed at or after a moment, and until when it then is: `opensAt` equals `at` inside the
 * window.
 */
export const nextOpening = (
  at: number,
  { from, until, days }: SendWindow,
  timeZone: string,
): { opensAt: number; closesAt: number } => {
  const local = localTime(at, timeZone);
  const midnight = local - (local % dayMs);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = midnight + ahead * dayMs;
    if (!days.includes(new Date(day).getUTCDay())) continue;
    const [opens, closes] = [day + minutesOf(from) * 60_000, day + minutesOf(until) * 60_000];
    if (closes <= local) continue;
    // The difference of local times is that of moments, except over a change of summer time, where it is corrected below.
    const guess = at + Math.max(0, opens - local);
    const opensAt = guess + (Math.max(opens, local) - localTime(guess, timeZone));
    return { opensAt, closesAt: opensAt + (closes - Math.max(opens, local)) };
  }
  return { opensAt: at, closesAt: at + dayMs };
};
