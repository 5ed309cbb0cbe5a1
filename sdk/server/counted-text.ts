import { z } from 'zod';
import { textLength } from '../shared/text-length.ts';

/**
 * A trimmed text of `min` to `max` characters as a reader counts them: 30 emojis are 30. Faults use the words of the
 * API: `Required`, `Too Short!`, `Too Long!`.
 * @example
 * const form = z.object({ name: countedText(2, 50) });
 */
export const countedText = (min: number, max: number) =>
  z
    .string('Required')
    .trim()
    .refine((text) => textLength(text, max) >= min, 'Too Short!')
    .refine((text) => textLength(text, max) <= max, 'Too Long!');
