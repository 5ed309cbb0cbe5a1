import { foldText } from './fold-text.ts';

/** Lists as one text with commas, the form in which settings store lists. */

/** Default maximum number of characters of one entry. */
export const defaultEntryLength = 50;

/** Returns true if two entries are equal for a reader, ignoring case and accents. */
export const isSameEntry = (one: string, other: string): boolean => foldText(one) === foldText(other);

/** Returns the entries of such a text: trimmed, without empty ones, of equal ones the first. */
export function readList(text: string): string[] {
  const entries = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const entry = part.replace(/\s+/g, ' ').trim();
    if (entry !== '' && !entries.has(foldText(entry))) entries.set(foldText(entry), entry);
  }
  return [...entries.values()];
}

export const listText = (entries: readonly string[]): string => entries.join(',');
