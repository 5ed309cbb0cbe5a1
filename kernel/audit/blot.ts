import type { Pool } from 'pg';
import { inTransaction } from '../tenants/transaction.ts';
import { offTrail } from './trail.ts';

interface Row {
  id: string;
  subject: string;
  detail: unknown;
  changes: unknown;
}
const blot = '•••';
const batch = 200;
/** Shorter ones are found in times and counts. */
const leastDigits = 8;

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
      if (digits.length >= leastDigits && !/[^\d\s().+-]/.test(word)) return [asNumber(digits)];
      return /[\s@\d]/.test(word) && word.length >= 5 ? [literally(word).replaceAll(/\s+/g, '\\s+')] : [];
    })
    .join('|');

/** The same value without the person. */
const without = (value: unknown, whole: ReadonlySet<string>, inside: RegExp | undefined): unknown => {
  if (typeof value === 'number') return whole.has(String(value)) ? blot : value;
  if (typeof value === 'string') {
    if (whole.has(value.trim().toLowerCase())) return blot;
    return inside ? value.replaceAll(inside, blot) : value;
  }
  if (Array.isArray(value)) return value.map((one) => without(one, whole, inside));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, whole, inside)]));
};

/** Blots out words of a company's record; whoever did something is told as before. */
export const blotOut = async (owner: Pool, companyId: number, words: readonly string[]): Promise<number> => {
  const named = [...new Set(words.map((word) => word.trim()).filter((word) => word.length >= 2))];
  if (named.length === 0) return 0;
  const whole = new Set(named.map((word) => word.toLowerCase()));
  const pattern = patternOf(named);
  const inside = pattern === '' ? undefined : new RegExp(pattern, 'giu');
  const like = named.map(
    (word) =>
      `%${JSON.stringify(word)
        .slice(1, -1)
        .replaceAll(/[\\%_]/g, '\\$&')}%`,
  );
  let count = 0;
  for (let after = '0'; ;) {
    // It is no deed of its own: the request that erases says what was done.
    const rows = await offTrail(() =>
      inTransaction(owner, async (client) => {
        const found = await client.query<Row>(
          `select id, subject, detail, changes from kernel.audit a
          where company_id = $1 and id > $2
            and (concat_ws(' ', subject, detail, changes) ilike any ($3) or ($4 <> '' and concat_ws(' ', subject, detail, changes) ~* $4))
          order by id limit ${batch} for update`,
          [companyId, after, like, pattern],
        );
        for (const { id, subject, detail, changes } of found.rows)
          await client.query(
            `update kernel.audit a set subject = $2::text, detail = $3::jsonb, changes = $4::jsonb,
                  search = kernel.normalise(concat_ws(' ', a.user_name, a.ip, a.action, $2::text, left($4::jsonb::text, 2000)))
            where id = $1`,
            [
              id,
              without(subject, whole, inside),
              JSON.stringify(without(detail, whole, inside)),
              JSON.stringify(without(changes, whole, inside)),
            ],
          );
        return found.rows;
      }),
    );
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return count;
  }
};
