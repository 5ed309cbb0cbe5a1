import { sql, type Scope } from '@balcao/sdk/server';

/** Shorter ones are found in times and counts. */
const minDigits = 8;

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/** With or without the country before it, however its digits are grouped. */
const asNumber = (digits: string): string => {
  const grouped = [...digits].join('[ ().+-]{0,3}');
  return digits.length >= 12 ? `(?:${grouped}|${[...digits.slice(2)].join('[ ().+-]{0,3}')})` : grouped;
};

/** What finds a person inside a text; single words are too common for that. */
const patternOf = (words: readonly string[]): string =>
  words
    .flatMap((word) => {
      const digits = word.replaceAll(/\D/g, '');
      if (digits.length >= minDigits && !/[^\d\s().+-]/.test(word)) return [asNumber(digits)];
      return /[\s@\d]/.test(word) && word.length >= 5 ? [literally(word).replaceAll(/\s+/g, '\\s+')] : [];
    })
    .join('|');

/** Blots out words of a company's record, in the scope's transaction; whoever did something is told as before. */
export const redact = async ({ sql: database }: Pick<Scope, 'sql'>, words: readonly string[]): Promise<number> => {
  const named = [...new Set(words.map((word) => word.replaceAll('\0', '').trim()).filter((word) => word.length >= 2))];
  if (named.length === 0) return 0;
  const likes = named.map(
    (word) =>
      `%${JSON.stringify(word)
        .slice(1, -1)
        .replaceAll(/[\\%_]/g, '\\$&')}%`,
  );
  const whole = named.map((word) => word.toLowerCase());
  const row = await database.one<{ count: number }>(
    sql`select kernel.blot_here(${whole}::text[], ${likes}::text[], ${patternOf(named)}) as count`,
  );
  return row?.count ?? 0;
};
