/** Lists as one text with commas, the form in which settings store lists. */

/** Default maximum number of characters of one entry. */
export const defaultEntryLength = 50;

const folded = (entry: string): string =>
  entry
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Returns true if two entries are equal for a reader, ignoring case and accents. */
export const isSameEntry = (one: string, other: string): boolean => folded(one) === folded(other);

/** Returns the entries of such a text: trimmed, without empty ones, of equal ones the first. */
export function readList(text: string): string[] {
  const entries = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const entry = part.replace(/\s+/g, ' ').trim();
    if (entry !== '' && !entries.has(folded(entry))) entries.set(folded(entry), entry);
  }
  return [...entries.values()];
}

export const listText = (entries: readonly string[]): string => entries.join(',');
