import { sql, type Scope } from '@balcao/sdk/server';
import type { Contact } from '../../contract.ts';
import { findContacts } from '../contact-row.ts';
import { isMasked } from '../masking.ts';

export interface LikelyDuplicates {
  reason: 'email' | 'number';
  contacts: Contact[];
}
const limit = 30;
const maxInGroup = 10;

/**
 * Returns contacts that may be one person: the same e-mail address, or the same phone number with and without the
 * country code. Two contacts cannot have the same number: the database refuses them.
 */
export const likelyDuplicates = async (scope: Scope): Promise<LikelyDuplicates[]> => {
  const sameMail = await scope.sql.rows<{ ids: number[] }>(
    sql`select (array_agg(id order by id))[:${maxInGroup}] as ids from contacts.contact
         where email_key <> '' and merged_into is null group by email_key having count(*) > 1 order by min(id) limit ${limit}`,
  );
  // Readers who see masked numbers do not learn which two differ only by a country code.
  const sameNumber = isMasked(scope)
    ? []
    : await scope.sql.rows<{ ids: number[] }>(
        sql`select array[b.id, a.id] as ids from contacts.contact a
              join contacts.contact b on b.number_key = contacts.number_key('55' || a.number)
             where a.number_key <> '' and length(a.number) in (10, 11) and a.merged_into is null and b.merged_into is null
             order by a.id limit ${limit}`,
      );
  const ids = [...sameNumber, ...sameMail].flatMap((group) => group.ids);
  const byId = new Map((await findContacts(scope, ids)).map((contact) => [contact.id, contact]));
  const groups = (found: { ids: number[] }[], reason: LikelyDuplicates['reason']): LikelyDuplicates[] =>
    found.map((group) => ({ reason, contacts: group.ids.flatMap((id) => byId.get(id) ?? []) }));
  return [...groups(sameNumber, 'number'), ...groups(sameMail, 'email')];
};
