import { parseText } from './formatting.ts';
import type { TextPiece } from './formatting.ts';

/** Returns the first web address of a text. */
export function firstLink(text: string): string | undefined {
  const find = (pieces: readonly TextPiece[]): string | undefined => {
    for (const piece of pieces) {
      if (piece.kind === 'link' && piece.href.startsWith('http')) return piece.href;
      const inner = 'pieces' in piece ? find(piece.pieces) : undefined;
      if (inner) return inner;
    }
    return undefined;
  };
  return /https?:\/\/|www\./iu.test(text) ? find(parseText(text)) : undefined;
}
