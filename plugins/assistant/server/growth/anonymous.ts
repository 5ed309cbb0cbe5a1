import type { Scope } from '@balcao/sdk/server';
import { concealed, models } from '@balcao/chatai/contract';

/** Long numbers, such as those of a case or a benefit, name a person too; prices and dates do not. */
const longNumber = /(R\$\s?|US\$\s?|€\s?)?\d(?:[\d.\-/]*\d){6,}(?:,\d{2})?/g;
const date = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the text without anything by which its customer could be recognised. */
export const anonymous = (scope: Scope, text: string, names: readonly string[]): string => {
  const words = names
    .flatMap((name) => [name.trim(), ...name.split(/\s+/)])
    .filter((word) => word.length >= 3 && !/^(dos|das|del|van|von|the)$/i.test(word) && !/^\+?\d/.test(word))
    .toSorted((one, other) => other.length - one.length)
    .map(escaped);
  const named =
    words.length === 0
      ? text
      : text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), concealed);
  return scope
    .use(models)
    .conceal(named)
    .replace(longNumber, (number: string, currency: string | undefined) =>
      currency !== undefined || date.test(number) ? number : concealed,
    )
    .replace(/(?:\[•••\]\s*)+\[•••\]/g, concealed);
};
