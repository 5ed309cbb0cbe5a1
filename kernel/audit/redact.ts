import { sql, type Scope } from '@balcao/sdk/server';

/** Shortest number that is searched for. Shorter ones occur in times and counts. */
const minDigits = 8;

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/** Matches a number with or without its country code, however its digits are grouped. */
const asNumber = (digits: string): string => {
  const grouped = [...digits].join('[ ().+-]{0,3}');
  return digits.length >= 12 ? `(?:${grouped}|${[...digits.slice(2)].join('[ ().+-]{0,3}')})` : grouped;
};

/** Returns a pattern that finds a person inside a text. Single words are left out, because they are too common. */
const patternOf = (words: readonly string[]): string =>
  words
    .flatMap((word) => {
      const digits = word.replaceAll(/\D/g, '');
      if (digits.length >= minDigits && !/[^\d\s().+-]/.test(word)) return [asNumber(digits)];
      return /[\s@\d]/.test(word) && word.length >= 5 ? [literally(word).replaceAll(/\s+/g, '\\s+')] : [];
    })
    .join('|');

/**
 * Redacts personal data in the audit entries of a company, in the scope's transaction. The person who acted stays
 * named.
 */
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
    sql`select kernel.redact_here(${whole}::text[], ${likes}::text[], ${patternOf(named)}) as count`,
  );
  return row?.count ?? 0;
};
