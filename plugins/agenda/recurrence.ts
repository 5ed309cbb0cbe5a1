/** Rules of series of messages: a part of RFC 5545, for server and client. */
import { asUtc, daysOfMonth, instantOf, plusDays, localOf, weekdayOf, type LocalTime } from './zoned.ts';

export interface Recurrence {
  every: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  interval: number;
  /** Of a weekly one: 0 (Sunday) to 6, at least one. */
  weekdays: number[];
  /** Of a monthly one, 1 to 31; shorter months take their last day. */
  monthDay: number;
  /** Number of occurrences, including the first; null: no limit. */
  count: number | null;
  /** The last moment at which it may occur, in milliseconds since 1970; null: no limit. */
  until: number | null;
}

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The largest number of occurrences that a rule may name. */
const maxCount = 1000;

const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
const fromStamp = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Returns a rule as RFC 5545 text. */
export const ruleText = ({ every, interval, weekdays, monthDay, count, until }: Recurrence): string => {
  const days = Array.from({ length: Math.max(1, monthDay - 27) }, (_, index) => Math.min(monthDay, 28) + index);
  return [
    `FREQ=${every}`,
    `INTERVAL=${interval}`,
    ...(every === 'WEEKLY' ? [`BYDAY=${weekdays.map((day) => names[day]).join(',')}`] : []),
    ...(every === 'MONTHLY' ? [`BYMONTHDAY=${days.join(',')}`, ...(monthDay > 28 ? ['BYSETPOS=-1'] : [])] : []),
    ...(count === null ? [] : [`COUNT=${count}`]),
    ...(until === null ? [] : [`UNTIL=${stamp(until)}`]),
  ].join(';');
};

const whole = (text: string | undefined, least: number, most: number): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Number(text)
    : undefined;

/** Reads a rule; undefined: it has parts that series of messages do not know. */
export const readRule = (text: string): Recurrence | undefined => {
  const parts = new Map(
    text
      .replace(/^RRULE:/i, '')
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=') as [string, string | undefined]),
  );
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'COUNT', 'UNTIL'];
  if ([...parts.keys()].some((key) => !known.includes(key))) return undefined;
  const every = parts.get('FREQ');
  if (every !== 'DAILY' && every !== 'WEEKLY' && every !== 'MONTHLY') return undefined;
  const interval = whole(parts.get('INTERVAL') ?? '1', 1, 365);
  const weekdays = (parts.get('BYDAY') ?? '').split(',').flatMap((day) => (day === '' ? [] : [names.indexOf(day)]));
  const monthDays = (parts.get('BYMONTHDAY') ?? '1').split(',').map((day) => whole(day, 1, 31));
  const isLast = parts.get('BYSETPOS') === '-1';
  const count = parts.has('COUNT') ? whole(parts.get('COUNT'), 1, maxCount) : null;
  const until = parts.has('UNTIL') ? fromStamp(parts.get('UNTIL') ?? '') : null;
  const monthDay = monthDays.at(-1);
  if (interval === undefined || count === undefined || monthDay === undefined) return undefined;
  if (weekdays.includes(-1) || (every === 'WEEKLY' && weekdays.length === 0)) return undefined;
  if (until !== null && Number.isNaN(until)) return undefined;
  if (monthDays.length > 1 && (!isLast || monthDays.some((day, index) => day !== 28 + index))) return undefined;
  return { every, interval, weekdays: [...new Set(weekdays)].toSorted(), monthDay, count, until };
};

function* localTimes(first: LocalTime, { every, interval, weekdays, monthDay }: Recurrence): Generator<LocalTime> {
  if (every === 'DAILY') for (let step = 0; ; step += 1) yield plusDays(first, step * interval);
  if (every === 'WEEKLY') {
    const sunday = plusDays(first, -weekdayOf(first));
    for (let week = 0; ; week += interval)
      for (const day of weekdays) {
        const days = week * 7 + day;
        if (days >= weekdayOf(first)) yield plusDays(sunday, days);
      }
  }
  for (let step = 0; ; step += interval) {
    const index = first.month - 1 + step;
    const [year, month] = [first.year + Math.floor(index / 12), (index % 12) + 1];
    const day = Math.min(monthDay, daysOfMonth(year, month));
    if (step > 0 || day >= first.day) yield { ...first, year, month, day };
  }
}

/** More than any clock differs from UTC, and than a zone skips. */
const apartMs = 3 * 86_400_000;

/** Yields the moments that are not long before `from`, with their numbers in the series. */
function* numbered(
  rule: Recurrence,
  began: number,
  zone: string,
  from: number,
): Generator<{ at: number; place: number }> {
  let place = 0;
  for (const local of localTimes(localOf(began, zone), rule)) {
    place += 1;
    if (rule.count !== null && place > rule.count) return;
    // Reading the clock of a zone is slow, and a long series has a thousand moments before the one that is wanted.
    if (asUtc(local) < from - apartMs) continue;
    const at = instantOf(local, zone);
    if (rule.until !== null && at > rule.until) return;
    yield { at, place };
  }
}

/**
 * Yields the moments of a series whose first possible one is `began`, at its local time in the zone: without an end for a
 * rule without one. The clocks of the zone may change in between: nine o'clock stays nine o'clock.
 */
export function* occurrences(rule: Recurrence, began: number, zone: string): Generator<number> {
  for (const { at } of numbered(rule, began, zone, began)) yield at;
}

/** Returns the rule of the rest of a series, from one of its moments on: those before it no longer count. */
export const restOfRule = (text: string, began: Date, from: Date | null, zone: string): string => {
  const rule = readRule(text);
  if (!rule || rule.count === null || from === null) return text;
  for (const { at, place } of numbered(rule, began.getTime(), zone, from.getTime()))
    if (at >= from.getTime()) return ruleText({ ...rule, count: rule.count - place + 1 });
  return ruleText({ ...rule, count: 1 });
};

/** Returns the first moment of a series after another; undefined: it has ended. */
export const nextOccurrence = (rule: Recurrence, began: number, zone: string, after: number): number | undefined => {
  for (const { at } of numbered(rule, began, zone, after)) if (at > after) return at;
  return undefined;
};
