import { foldText } from '../index.ts';

const skipped = new Set(['dr', 'dra', 'sr', 'sra', 'srta', 'prof', 'profa', 'neto', 'filho', 'junior', 'sobrinho']);
const joining = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'del', 'la', 'von', 'van']);
const company = new Set(['ltda', 'me', 'sa', 'eireli', 'cia']);
const hues = [20, 70, 135, 190, 245, 290, 340] as const;

const plain = (word: string): string => foldText(word).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns one or two initials: of the first and last significant word. Titles (Dr.), family suffixes (Neto, Filho) and
 * particles are skipped; a phone number gives '#'.
 */
export function initials(name: string): string {
  const words = name.split(/[\s·,/]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return '?';
  if (!words.some((word) => /\p{L}/u.test(word))) return '#';
  const significant = words.filter((word) => {
    const key = plain(word);
    return /\p{L}/u.test(word) && !skipped.has(key) && !joining.has(key) && !company.has(key);
  });
  const chosen = significant.length > 0 ? significant : words.filter((word) => /\p{L}/u.test(word));
  const letter = (word: string): string => word.match(/\p{L}/u)?.[0]?.toLocaleUpperCase() ?? '';
  const first = chosen[0];
  if (!first) return '?';
  const last = chosen[chosen.length - 1];
  return chosen.length === 1 || !last ? letter(first) : letter(first) + letter(last);
}

/** Returns the hue of a name, one of seven distinguishable ones. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name.trim().toLocaleLowerCase()) {
    sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  }
  return hues[sum % hues.length] ?? hues[0];
}
