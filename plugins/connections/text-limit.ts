/** The longest text of one message on a channel. */
export interface TextLimit {
  max: number;
  /** Characters are UTF-16 code units, as `length` counts them; bytes are those of UTF-8. */
  unit: 'characters' | 'bytes';
}

const encoder = new TextEncoder();

/** Returns the size of a text as the channel counts it. */
export const textSizeOf = (text: string, { unit }: TextLimit): number =>
  unit === 'bytes' ? encoder.encode(text).length : text.length;

let segmenter: Intl.Segmenter | undefined;

/** Returns the longest beginning of a text within the limit, never within an emoji. */
const beginningOf = (text: string, limit: TextLimit): string => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let size = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    size += textSizeOf(segment, limit);
    if (size > limit.max) break;
    end = index + segment.length;
  }
  // A single character over the limit: without progress the loop would not end.
  return end === 0 ? String.fromCodePoint(text.codePointAt(0) ?? 0) : text.slice(0, end);
};

/** Splits a text at spaces into parts within the limit; a word that is too long is cut. */
export const splitText = (text: string, limit: TextLimit): string[] => {
  const parts: string[] = [];
  let rest = text.trim();
  while (textSizeOf(rest, limit) > limit.max) {
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
