/** A list as one text with commas, which is how settings keep lists. */

/** Most characters of one entry, where nobody says otherwise. */
export const usualEntryLength = 50;

const folded = (entry: string): string =>
  entry
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether two entries are one for whoever reads them, without regard to capitals and accents. */
export const isSameEntry = (one: string, other: string): boolean => folded(one) === folded(other);

/** The entries of such a text: trimmed, none empty, of equal ones the first. */
export function readList(text: string): string[] {
  const entries = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const entry = part.replace(/\s+/g, ' ').trim();
    if (entry !== '' && !entries.has(folded(entry))) entries.set(folded(entry), entry);
  }
  return [...entries.values()];
}

export const listText = (entries: readonly string[]): string => entries.join(',');
