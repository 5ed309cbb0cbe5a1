import { invalid } from '@balcao/sdk/server';

const deepest = 40;

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * Returns a value of a message kind that PostgreSQL can hold as JSON: without NUL and unpaired surrogates.
 * ERR_VALIDATION.
 */
export const storableValue = (value: unknown, depth = 0): unknown => {
  if (depth > deepest) throw invalid({ data: 'ERR_TOO_LONG' });
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => storableValue(one, depth + 1));
  if (typeof value !== 'object') throw invalid({ data: 'ERR_INVALID_VALUE' });
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      one === undefined ? [] : [[storableText(key), storableValue(one, depth + 1)]],
    ),
  );
};
