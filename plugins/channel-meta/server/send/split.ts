/** Meta counts bytes on Instagram and characters on Messenger. */
export interface TextLimit {
  max: number;
  sizeOf(text: string): number;
}
const encoder = new TextEncoder();
export const limitOf = (channel: 'facebook' | 'instagram'): TextLimit =>
  channel === 'instagram'
    ? { max: 1000, sizeOf: (text) => encoder.encode(text).length }
    : { max: 2000, sizeOf: (text) => text.length };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the longest beginning of a text within the limit, never within an emoji. */
const beginningOf = (text: string, { max, sizeOf }: TextLimit): string => {
  let size = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    size += sizeOf(segment);
    if (size > max) break;
    end = index + segment.length;
  }
  // A single character over the limit cannot occur; without progress the loop would not end.
  return end === 0 ? text.slice(0, 1) : text.slice(0, end);
};

/** Splits a text at spaces into parts within the channel’s limit; a word that is too long is cut. */
export const splitText = (text: string, limit: TextLimit): string[] => {
  const parts: string[] = [];
  let rest = text.trim();
  while (limit.sizeOf(rest) > limit.max) {
    const beginning = beginningOf(rest, limit);
    const space = beginning.search(/\s\S*$/);
    const isInWord = !/^\s/.test(rest.slice(beginning.length));
    const cut = isInWord && space > beginning.length / 2 ? space : beginning.length;
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
};
