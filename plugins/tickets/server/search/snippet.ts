import { foldText } from '@balcao/sdk/server';

/** A search word: as typed, and the forms under which the database indexes it. */
export interface SearchWord {
  word: string;
  forms: readonly string[];
}

export interface Snippet {
  text: string;
  /** Positions of the hits in the text, as [start, end). */
  marks: [number, number][];
}

const before = 40;
const maxLength = 160;
/** Maximum number of letters that an ending adds to a stem: a longer word is another word. */
const maxEndingLength = 6;

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/;
const plain = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldText(text));

/** Returns how many characters of a word are marked: those that were typed, or all of them for another form. */
const lengthOfHit = (own: string, words: readonly SearchWord[]): number => {
  const bare = plain(own);
  for (const { word } of words) if (bare.startsWith(word)) return word.length;
  const isForm = words.some(({ forms }) =>
    forms.some((form) => bare.startsWith(form) && bare.length - form.length <= maxEndingLength),
  );
  return isForm ? own.length : 0;
};

const marksIn = (text: string, term: string, words: readonly SearchWord[]): [number, number][] => {
  const marks: [number, number][] = [];
  for (const { 0: own, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const length = lengthOfHit(own, words);
    if (length > 0) marks.push([index, index + Math.min(length, own.length)]);
  }
  if (marks.length > 0) return marks;
  // A hit within a word or number. Its position is only valid where the normalised text is as long as the original.
  const [flat, wanted] = [plain(text), plain(term)];
  const at = flat.length === text.length ? flat.indexOf(wanted) : -1;
  return at < 0 ? [] : [[at, at + wanted.length]];
};

/** Returns the excerpt of a message around its first hit. */
export const snippetOf = (message: string, term: string, words: readonly SearchWord[]): Snippet => {
  const text = message.replaceAll(/\s+/g, ' ').trim();
  const marks = marksIn(text, term.trim(), words);
  const hit = marks[0]?.[0] ?? 0;
  // From the start of a word, so that the excerpt does not begin in the middle of one.
  const from = hit <= before ? 0 : text.indexOf(' ', hit - before) + 1 || hit;
  const start = from > hit ? hit : from;
  const lead = start > 0 ? '…' : '';
  const end = Math.min(text.length, start + maxLength);
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    marks: marks.filter(([, to]) => to <= end).map(([one, to]) => [one + shift, to + shift]),
  };
};
