import { foldText } from '@balcao/sdk/client';

export interface Emoji {
  sign: string;
  name: string;
  /** Search words, without accents. */
  words: string;
}
export interface EmojiGroup {
  name: string;
  emoji: readonly Emoji[];
}

/** Parses the files of this folder: `sign|name|words` by group. */
export const emojiGroups = (texts: Readonly<Record<string, readonly string[]>>): EmojiGroup[] =>
  Object.entries(texts).map(([name, lines]) => ({
    name,
    emoji: lines.map((line) => {
      const [sign = '', label = '', more = ''] = line.split('|');
      return { sign, name: label, words: foldText(`${label} ${more}`) };
    }),
  }));

/**
 * Returns emoji for which every word of the term begins one of their words; those whose name begins with it come first.
 */
export function foundEmoji(groups: readonly EmojiGroup[], term: string): Emoji[] {
  const typed = foldText(term).split(/\s+/u).filter(Boolean);
  if (typed.length === 0) return [];
  const fits = ({ words }: Emoji): boolean => typed.every((word) => ` ${words}`.includes(` ${word}`));
  const place = (emoji: Emoji): number => (emoji.words.startsWith(typed[0] ?? '') ? 0 : 1);
  return groups
    .flatMap(({ emoji }) => emoji)
    .filter(fits)
    .sort((one, other) => place(one) - place(other));
}
