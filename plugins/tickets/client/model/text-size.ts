import { splitText, textSizeOf, type TextLimit } from '@balcao/connections/contract';

/** Share of the limit from which the size is shown. */
const nearLimit = 0.8;

/** Facts about the length of a text: its size near the limit, the number of messages beyond it. */
export type TextSize = { kind: 'near'; size: number; max: number } | { kind: 'parts'; count: number };

/** Returns undefined for a text far below the limit. */
export const sizeOfText = (text: string, limit: TextLimit | undefined): TextSize | undefined => {
  if (!limit) return undefined;
  const whole = text.trim();
  const size = textSizeOf(whole, limit);
  if (size > limit.max) return { kind: 'parts', count: splitText(whole, limit).length };
  return size >= limit.max * nearLimit ? { kind: 'near', size, max: limit.max } : undefined;
};
