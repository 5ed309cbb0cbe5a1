import { textLength } from '@balcao/sdk/client';
import type { Priority } from '../../contract.ts';

export const maxCharacters = 5000;

export interface QuickMessageValues {
  shortcode: string;
  message: string;
  priority: Priority;
}
export type QuickMessageFault = 'required' | 'tooShort' | 'tooLong' | 'messageTooLong' | 'nothingToSay';

/** Removes the slash that calls a shortcode and is not part of it. */
export const withoutSlash = (text: string): string => text.trimStart().replace(/^\/+/, '');

/** Returns the faults of a quick message, as locale keys under `fault`. */
export function quickMessageFaults(
  { shortcode, message }: QuickMessageValues,
  hasFile: boolean,
): Record<string, QuickMessageFault> {
  const code = withoutSlash(shortcode).trim();
  const found: Record<string, QuickMessageFault | undefined> = {
    shortcode:
      code === '' ? 'required' : textLength(code) < 3 ? 'tooShort' : textLength(code, 50) > 50 ? 'tooLong' : undefined,
    message:
      message.length > maxCharacters
        ? 'messageTooLong'
        : message.trim() === '' && !hasFile
          ? 'nothingToSay'
          : undefined,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, QuickMessageFault] => entry[1] !== undefined),
  );
}
