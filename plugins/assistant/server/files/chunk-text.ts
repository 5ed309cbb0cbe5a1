import type { Block } from './blocks.ts';

export interface Chunk {
  heading: string;
  text: string;
  tokens: number;
}

/** Estimates tokens from characters; Portuguese has about 3.6 in one. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 3.6);

const target = 400;
const most = 500;
const overlap = 0.15;

/** Sentences, so that no passage begins in the middle of one; a longer one than a passage is cut at words. */
const sentences = (text: string): string[] =>
  (text.match(/[^.!?\n]+[.!?]*\n?|\n/g) ?? []).flatMap((sentence) =>
    tokensOf(sentence) <= target ? [sentence] : (sentence.match(/[\s\S]{1,1200}(?:\s|$)|[\s\S]{1,1200}/g) ?? []),
  );

/** The end of a passage that the next one repeats, so that a fact at the border is whole in one of them. */
const tail = (pieces: readonly string[]): string[] => {
  const kept: string[] = [];
  let tokens = 0;
  for (const piece of [...pieces].reverse()) {
    tokens += tokensOf(piece);
    if (tokens > target * overlap) break;
    kept.unshift(piece);
  }
  return kept;
};

/** Divides a document into passages of 300 to 500 tokens under their headings; short sections stay whole. */
export const chunksOf = (blocks: readonly Block[]): Chunk[] => {
  const chunks: Chunk[] = [];
  let heading = '';
  let pieces: string[] = [];
  let isRepeated = true;
  const flush = (): void => {
    const text = pieces.join('').trim();
    if (text !== '' && !isRepeated) chunks.push({ heading, text, tokens: tokensOf(heading) + tokensOf(text) });
    isRepeated = true;
  };
  for (const block of blocks) {
    const path = block.headings.join(' › ').slice(0, 300);
    if (path !== heading) {
      flush();
      pieces = [];
      heading = path;
    }
    for (const sentence of [...sentences(block.text), '\n']) {
      const tokens = tokensOf(pieces.join('')) + tokensOf(sentence);
      if (tokens > most - tokensOf(heading) || (tokens > target && sentence === '\n')) {
        flush();
        pieces = tail(pieces);
      }
      pieces.push(sentence);
      if (sentence.trim() !== '') isRepeated = false;
    }
  }
  flush();
  return chunks;
};
