import { AppError } from '@balcao/sdk/server';
import pg from 'pg';

/** PostgreSQL stores no NUL, and in a message it would end the statement early. */
const text = (value: string): string => {
  if (value.includes('\0'))
    throw new AppError(400, 'ERR_VALIDATION', { context: { reason: 'text with a NUL character' } });
  return value;
};

const finite = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a number that SQL can hold`);
  return String(value);
};

const date = (value: Date): string => {
  if (Number.isNaN(value.getTime())) throw new TypeError('an invalid Date cannot be a value in SQL');
  return value.toISOString();
};

const json = (value: object): string => {
  const written = JSON.stringify(value);
  if (written === undefined) throw new TypeError('a value in SQL must be representable as JSON');
  return written;
};

const refuse = (value: unknown): never => {
  throw new TypeError(`${typeof value} cannot be a value in SQL; use null for no value`);
};

const element = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return array(value);
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  const written =
    typeof value === 'string'
      ? value
      : value instanceof Date
        ? date(value)
        : value instanceof Uint8Array
          ? `\\x${Buffer.from(value).toString('hex')}`
          : typeof value === 'object'
            ? json(value)
            : refuse(value);
  return `"${written.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};

const array = (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`;

/**
 * Returns a value as an SQL literal. Numbers keep their type (`7`, `2.5`); everything else is quoted text that takes
 * the type required at its position, as a bound parameter would: `= any(${ids}::int[])`, `${date}::timestamptz`,
 * `${object}::jsonb`. A JavaScript array becomes a PostgreSQL array; a JSON array is written
 * `${JSON.stringify(list)}::jsonb`.
 */
export const literal = (value: unknown): string => {
  if (value === null) return 'null';
  // Without parentheses, `x -${-5}` would begin a comment.
  if (typeof value === 'number') return value < 0 ? `(${finite(value)})` : finite(value);
  if (typeof value === 'bigint') return value < 0n ? `(${value})` : String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'string') return pg.escapeLiteral(text(value));
  if (value instanceof Date) return pg.escapeLiteral(date(value));
  if (value instanceof Uint8Array) return pg.escapeLiteral(`\\x${Buffer.from(value).toString('hex')}`);
  if (Array.isArray(value)) return pg.escapeLiteral(text(array(value)));
  return typeof value === 'object' ? pg.escapeLiteral(text(json(value))) : refuse(value);
};
