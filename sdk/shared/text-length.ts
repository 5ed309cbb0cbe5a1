const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** One sign can carry any number of marks: beyond so many units each a text is long, whatever is seen of it. */
const maxUnits = 16;

/**
 * How many characters a text has for whoever reads it: 👨‍👩‍👧 and ç are one each, however they are stored. More than `most` is
 * not counted to the end.
 */
export function textLength(text: string, most = Number.MAX_SAFE_INTEGER): number {
  if (text.length > most * maxUnits) return most + 1;
  let count = 0;
  for (const _ of characters.segment(text)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}
