import type { Language } from '../index.ts';

/** Order of the parts: English writes the month first, the others the day. */
const order: Record<Language, readonly ('day' | 'month' | 'year')[]> = {
  pt: ['day', 'month', 'year'],
  es: ['day', 'month', 'year'],
  en: ['month', 'day', 'year'],
};

/** Formats `2026-12-31` or `2026-12-31T09:30` in the reader's format: `31/12/2026 09:30`. */
export const dateText = (value: string, language: Language): string => {
  const [, year, month, day, time = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(value) ?? [];
  if (!year || !month || !day) return '';
  const parts = { year, month, day };
  return [order[language].map((name) => parts[name]).join('/'), time].filter(Boolean).join(' ');
};

/** Inserts the separators between typed digits. A typed separator ends a short day or month: `1/2/2026`. */
export const maskDate = (typed: string, withTime: boolean): string => {
  const padded = typed.replaceAll(/(^|\D)(\d)(?=\/)/g, '$10$2');
  const digits = padded.replaceAll(/\D/g, '').slice(0, withTime ? 12 : 8);
  const ends = [2, 4, 8, 10];
  const signs = ['/', '/', ' ', ':'];
  let text = '';
  for (const [index, digit] of [...digits].entries()) {
    const end = ends.indexOf(index);
    text += (end >= 0 ? signs[end] : '') + digit;
  }
  // The separator that was just typed is kept, otherwise it could not be typed.
  return /\d\/$/.test(padded) && (digits.length === 2 || digits.length === 4) ? `${text}/` : text;
};

/** Parses a complete text; undefined if it is incomplete or no day of the calendar. */
export const dateValue = (text: string, language: Language, withTime: boolean): string | undefined => {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/.exec(text);
  if (!found || (found[4] !== undefined) !== withTime) return undefined;
  const parts = Object.fromEntries(order[language].map((name, index) => [name, found[index + 1] ?? '']));
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day) return undefined;
  if (!withTime) return day;
  return Number(found[4]) < 24 && Number(found[5]) < 60 ? `${day}T${found[4]}:${found[5]}` : undefined;
};
