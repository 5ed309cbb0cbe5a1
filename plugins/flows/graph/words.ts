/** Returns text for comparing: no case, no accents, single spaces. */
export const wordKey = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the words of a text, for finding a word or phrase as a whole. */
const asWords = (text: string): string =>
  ` ${wordKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** True when the text has this word, or these words in this order, as whole words. */
export const hasWord = (text: string, word: string): boolean => {
  const wanted = asWords(word);
  return wanted.trim() !== '' && asWords(text).includes(wanted);
};

/** True when the text is one of these words and nothing else, apart from punctuation. */
export const isOneOf = (text: string, words: readonly string[]): boolean => {
  const written = asWords(text);
  return written.trim() !== '' && words.some((word) => asWords(word) === written);
};
