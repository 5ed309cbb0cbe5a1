import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { digitsOfNumber, type Contact } from '../contract.ts';
import { isMasked } from './masking.ts';

/** The columns of a contact `c` as this reader may see them. */
export const contactColumns = (scope: Scope): Sql => sql`c.id,
  contacts.visible(c.name, c.number, ${isMasked(scope)}) as name, contacts.visible(c.number, c.number, ${isMasked(scope)}) as number,
  c.email, c.profile_pic_url as "profilePicUrl", c.origin, c.is_group as "isGroup"`;

/** Sort order by name of a contact `c`; it reveals nothing of a number that this reader may not see. */
export const byName = (scope: Scope): Sql =>
  isMasked(scope) ? sql`contacts.masked_order(c.name, c.number, c.name_sort), c.id` : sql`c.name_sort, c.id`;

export const findContacts = (scope: Scope, ids: readonly number[]): Promise<Contact[]> =>
  scope.sql.rows<Contact>(
    sql`select ${contactColumns(scope)} from contacts.contact c where c.id = any(${[...ids]}::int[]) order by c.id`,
  );

export const findContact = async (scope: Scope, id: number): Promise<Contact | undefined> =>
  (await findContacts(scope, [id]))[0];

const defaultLimit = 1000;
/**
 * Selects the newest contacts that match a term, at most `limit`; numbers also match in their formatted spelling. Readers
 * who may not see numbers find them by their last four digits only, which they see anyway: any other match would reveal
 * the rest, part by part or by trying complete numbers.
 */
export const matching = (scope: Scope, term: string, limit = defaultLimit): Sql => {
  const masked = isMasked(scope);
  const digits = term.replace(/\D/g, '');
  const mergedNumber = sql`select contacts.merged_number_match(${term}, ${masked})`;
  const typedDigits = digitsOfNumber(term);
  const digitMatch =
    typedDigits === undefined ? sql`` : sql`union select contacts.contact_match(${typedDigits}, ${limit})`;
  const matches = sql`c.id in (select contacts.contact_match(${term}, ${limit}) ${digitMatch} union ${mergedNumber})`;
  if (!masked) return matches;
  return sql`${matches} and (kernel.normalise(c.name || ' ' || c.email) like kernel.like_pattern(${term}) and c.name <> c.number
    or right(c.number, 4) = ${digits}
    or c.id in (${mergedNumber}))`;
};
