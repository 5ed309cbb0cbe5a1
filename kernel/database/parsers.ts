import { type CustomTypesConfig, types } from 'pg';

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  textArray: 1009,
  int8Array: 1016,
  numericArray: 1231,
  timestampArray: 1115,
  dateArray: 1182,
  timestamptzArray: 1185,
  intervalArray: 1187,
};

type Parse = (value: string) => unknown;

// Returns a number only where it is exact, so that no digit is lost silently.
const integer: Parse = (value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
const standardDate: Parse = types.getTypeParser(oid.timestamptz);
const texts: (value: string) => unknown[] = types.getTypeParser(oid.textArray);
// Dates and times without a zone are read as UTC, so that they do not depend on the server's time zone.
const day: Parse = (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : standardDate(value));
const zoneless: Parse = (value) => standardDate(/^[\d-]{10} [\d:.]+$/.test(value) ? `${value}+00` : value);
const same: Parse = (value) => value;
const listOf =
  (parse: Parse): Parse =>
  (value) =>
    texts(value).map(function read(item): unknown {
      return Array.isArray(item) ? item.map(read) : typeof item === 'string' ? parse(item) : null;
    });

const config = (own: ReadonlyMap<number, Parse>): CustomTypesConfig => ({
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : own.get(id)) ??
    types.getTypeParser(id, format ?? 'text')) as CustomTypesConfig['getTypeParser'],
});

/**
 * Parsers of the pools: `int8` as number (as text beyond 2^53), `numeric` as text, dates and times as Date. They are
 * not registered globally.
 */
export const poolTypes = config(
  new Map<number, Parse>([
    [oid.int8, integer],
    [oid.date, day],
    [oid.timestamp, zoneless],
    [oid.int8Array, listOf(integer)],
    [oid.numericArray, listOf(same)],
    [oid.dateArray, listOf(day)],
    [oid.timestampArray, listOf(zoneless)],
    [oid.timestamptzArray, listOf(standardDate)],
  ]),
);

/** Parsers for entities, which convert by their own property types and expect times as PostgreSQL writes them. */
export const entityTypes = config(
  new Map<number, Parse>([
    [oid.date, same],
    [oid.timestamp, same],
    [oid.timestamptz, same],
    [oid.interval, same],
    [oid.dateArray, listOf(same)],
    [oid.timestampArray, listOf(same)],
    [oid.timestamptzArray, listOf(same)],
    [oid.intervalArray, listOf(same)],
  ]),
);
