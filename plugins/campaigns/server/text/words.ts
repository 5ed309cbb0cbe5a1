/** Returns a message as words are compared: small letters, without accents, punctuation and repeated spaces. */
export const plainWords = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export interface OptOutWords {
  optOutWords: readonly string[];
  /** Count only when the last message of the company was a campaign's. */
  optOutWordsAfter: readonly string[];
  returnWord: string;
}
/** The meaning of a whole message. A word inside a longer sentence means nothing. */
export type Wish = 'opt-out' | 'opt-out-after' | 'return' | undefined;

export const wishOf = (text: string, { optOutWords, optOutWordsAfter, returnWord }: OptOutWords): Wish => {
  const said = plainWords(text);
  if (said === '') return undefined;
  const says = (word: string): boolean => plainWords(word) === said;
  if (optOutWords.some(says)) return 'opt-out';
  if (optOutWordsAfter.some(says)) return 'opt-out-after';
  return says(returnWord) ? 'return' : undefined;
};
