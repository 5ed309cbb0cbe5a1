import type { FlowValue } from '../contract.ts';
import { wordKey } from './words.ts';

/** `%name%` or `{{name}}`: letters, digits, dots, dashes and spaces inside; `10% de 50%` is no name. */
const placeholder = /%([\p{L}_][\p{L}\p{N}_. -]{0,59})%|\{\{\s*([\p{L}_][\p{L}\p{N}_. -]{0,59}?)\s*\}\}/gu;

/** Returns the key under which a variable is stored and found: case and accents do not matter. */
export const nameKey = (name: string): string => wordKey(name).replaceAll(' ', '_');

/** Returns a value as it is inserted into a text. */
export const shownValue = (value: FlowValue | undefined): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return value;
};

/** Inserts values once: placeholders inside of values are not replaced. `as` writes a value for its surroundings. */
export const fill = (
  text: string,
  valueOf: (key: string) => FlowValue | undefined,
  as: (text: string) => string = (shown) => shown,
): string =>
  text.replace(placeholder, (_whole, percent: string | undefined, braces: string | undefined) =>
    as(shownValue(valueOf(nameKey(percent ?? braces ?? '')))),
  );

/** Returns the keys of all names in a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, percent, braces]) => nameKey(percent ?? braces ?? ''));
