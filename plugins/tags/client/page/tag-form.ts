import { textLength } from '@balcao/sdk/client';
import { tidy } from '../spelling.ts';

export type TagFault = 'required' | 'tooShort' | 'tooLong';

/** Returns the fault of a tag's name, as a locale key under `fault`. */
export function nameFault(name: string): TagFault | undefined {
  const length = textLength(tidy(name), 50);
  if (length === 0) return 'required';
  if (length < 2) return 'tooShort';
  return length > 50 ? 'tooLong' : undefined;
}
