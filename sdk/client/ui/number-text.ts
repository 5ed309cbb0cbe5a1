import type { Language } from '../index.ts';

/** Digits beyond these cannot be told apart by a number. */
const maxDigits = 15;
const grouped = /^\d{1,3}(?:[.,\s]\d{3})+$/;

/**
 * What a person means by a number: `1500`, `1.500` and `1.500,00` alike. A sign before three digits groups thousands.
 * `decimals` says how many digits may follow the comma (in English the point). Undefined: no such number; nothing is
 * rounded or cut.
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
  const kept = fraction.replace(/0+$/, '');
  if (more.length > 0 || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction) || kept.length > decimals) return undefined;
  if (parts.length > 1 && fraction === '') return undefined;
  if (digits.length + kept.length > maxDigits) return undefined;
  return Number(`${sign}${digits}${kept && `.${kept}`}`);
}

/** The only sign of a number begins its decimals, whichever it is. */
const splitAt = (text: string, comma: string): string[] =>
  text.includes(comma) ? text.split(comma) : text.split(comma === ',' ? '.' : ',');

/** A number as a field shows it: `1500`, `12,5`. */
export const numberText = (value: number, language: Language = 'pt'): string =>
  language === 'en' ? `${value}` : `${value}`.replace('.', ',');
