/** A word that was searched for: as typed, and the forms by which the database knows it. */
export interface SoughtWord {
  word: string;
  forms: readonly string[];
}

export interface Snippet {
  text: string;
  /** Where in the text the hits stand, as [start, end). */
  marks: [number, number][];
}

const before = 40;
const most = 160;
/** Letters that an ending adds to a stem: a longer word is another word. */
const longestEnding = 6;

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/;
const plain = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How much of a word of the text is set off: what was typed of it, or all of it when it is another form. */
const lengthOfHit = (own: string, sought: readonly SoughtWord[]): number => {
  const bare = plain(own);
  for (const { word } of sought) if (bare.startsWith(word)) return word.length;
  const isForm = sought.some(({ forms }) =>
    forms.some((form) => bare.startsWith(form) && bare.length - form.length <= longestEnding),
  );
  return isForm ? own.length : 0;
};

const marksIn = (text: string, term: string, sought: readonly SoughtWord[]): [number, number][] => {
  const marks: [number, number][] = [];
  for (const { 0: own, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const length = lengthOfHit(own, sought);
    if (length > 0) marks.push([index, index + Math.min(length, own.length)]);
  }
  if (marks.length > 0) return marks;
  // The middle of a word or number. Only where the plain text is as long as the text do its places count.
  const [flat, wanted] = [plain(text), plain(term)];
  const at = flat.length === text.length ? flat.indexOf(wanted) : -1;
  return at < 0 ? [] : [[at, at + wanted.length]];
};

/** The line of a message round the first hit in it. */
export const snippetOf = (message: string, term: string, sought: readonly SoughtWord[]): Snippet => {
  const text = message.replaceAll(/\s+/g, ' ').trim();
  const marks = marksIn(text, term.trim(), sought);
  const hit = marks[0]?.[0] ?? 0;
  // From the start of a word, so that the line does not begin in the middle of one.
  const from = hit <= before ? 0 : text.indexOf(' ', hit - before) + 1 || hit;
  const start = from > hit ? hit : from;
  const lead = start > 0 ? '…' : '';
  const end = Math.min(text.length, start + most);
  const shift = lead.length - start;
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    marks: marks.filter(([, to]) => to <= end).map(([one, to]) => [one + shift, to + shift]),
  };
};
