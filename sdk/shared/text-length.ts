const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Maximum UTF-16 units per character: a character can carry any number of combining marks, so a text with more counts
 * as long.
 */
const maxUnits = 16;

/**
 * Returns the number of characters as a reader counts them: 👨‍👩‍👧 and ç are one each, however they are encoded.
 * Counting stops above `max`.
 */
export function textLength(text: string, max = Number.MAX_SAFE_INTEGER): number {
  if (text.length > max * maxUnits) return max + 1;
  let count = 0;
  for (const _ of characters.segment(text)) {
    count += 1;
    if (count > max) break;
  }
  return count;
}
