import type { Language } from '../index.ts';

/** Maximum number of digits that a number represents exactly. */
const maxDigits = 15;
const grouped = /^\d{1,3}(?:[.,\s]\d{3})+$/;

/**
 * Parses a typed number: `1500`, `1.500` and `1.500,00` alike. A separator before three digits groups thousands.
 * `decimals` is the number of digits allowed after the comma (in English the point). Undefined: not such a number;
 * nothing is rounded or truncated.
 */
export function readNumber(
  typed: string,
  { decimals = 0, language = 'pt' }: { decimals?: number; language?: Language } = {},
): number | undefined {
  const [, sign = '', text = ''] = /^(-?)(.*)$/s.exec(typed.trim()) ?? [];
  const comma = language === 'en' ? '.' : ',';
  const parts = grouped.test(text) && (decimals === 0 || !text.includes(comma)) ? [text] : splitAt(text, comma);
  const [whole = '', fraction = '', ...more] = parts;
  const digits = grouped.test(whole) ? whole.replaceAll(/[.,\s]/g, '') : whole;
  const decimalsLeft = fraction.replace(/0+$/, '');
  if (more.length > 0 || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction) || decimalsLeft.length > decimals)
    return undefined;
  if (parts.length > 1 && fraction === '') return undefined;
  if (digits.length + decimalsLeft.length > maxDigits) return undefined;
  return Number(`${sign}${digits}${decimalsLeft && `.${decimalsLeft}`}`);
}

/** Splits a number whose only separator begins its decimals, whichever it is. */
const splitAt = (text: string, comma: string): string[] =>
  text.includes(comma) ? text.split(comma) : text.split(comma === ',' ? '.' : ',');

/** Formats a number for a field: `1500`, `12,5`. */
export const numberText = (value: number, language: Language = 'pt'): string =>
  language === 'en' ? `${value}` : `${value}`.replace('.', ',');
