import { localTime } from '@balcao/sdk/server';
import { courtZone } from '../../court-zone.ts';

const earliest = Date.UTC(1900, 0);
const latest = Date.UTC(2200, 0);

const inRange = (at: Date): Date | undefined => (at.getTime() > earliest && at.getTime() < latest ? at : undefined);

/** Reads a time as ISO 8601, with or without a zone, or as `yyyyMMddHHmmss`; undefined: it is none. */
export const courtTime = (text: unknown): Date | undefined => {
  if (typeof text !== 'string') return undefined;
  const compact = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/.exec(text);
  const plain = compact ?? /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/.exec(text);
  if (!plain) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? undefined : inRange(at);
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = plain;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const at = localTime(date, Number(hour) * 60 + Number(minute), courtZone);
  return inRange(new Date(at.getTime() + Math.min(Number(second), 59) * 1000));
};

/** Reads a day, `2018-10-29`. Midnight in UTC is the day itself, which in Brasília would be the evening before. */
export const courtDay = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined;
  const brazilian = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text);
  if (brazilian) return courtDay(`${brazilian[3]}-${brazilian[2]}-${brazilian[1]}`);
  const written = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  if (!written || courtTime(text) === undefined) return undefined;
  const day = `${written[1]}-${written[2]}-${written[3]}`;
  if (!text.endsWith('Z') || /T00:00(:00(\.0+)?)?Z$/.test(text)) return day;
  return courtDate(new Date(text));
};

/** Returns the day in Brasília, `2018-10-29`. */
export const courtDate = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: courtZone }).format(at);

/** Returns the moment at which a day begins in Brasília. */
export const startOfDay = (day: string): Date => localTime(day, 0, courtZone);
