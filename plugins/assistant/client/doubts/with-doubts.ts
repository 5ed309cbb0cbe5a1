/** A piece of a text; `isDoubtful`: a figure that none of the sources states. */
export interface Piece {
  text: string;
  isDoubtful: boolean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Divides a text at its doubtful figures. A figure inside of a longer one is not touched. */
export const withDoubts = (text: string, doubts: readonly string[]): Piece[] => {
  if (doubts.length === 0) return [{ text, isDoubtful: false }];
  const longestFirst = doubts.toSorted((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(String.raw`(?<![\d.,/])(${longestFirst.join('|')})(?![.,/:]?\d)`, 'g');
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isDoubtful: index % 2 === 1 }))
    .filter(({ text: piece }) => piece !== '');
};
