import { sql, type Scope } from '@balcao/sdk/server';
import type { Contacts, Identity } from '../contract.ts';
import { findContact, findContacts } from './contact-row.ts';
import { isMasked, maskNumber, masksNumbers } from './masking.ts';
import { createContact } from './writing.ts';

interface Reach extends Identity {
  number: string;
  isNumber: boolean;
}

/**
 * Where to write to. On channels whose identities are valid everywhere the telephone number counts: a contact whose
 * number was corrected is reached at the new one, and one that never wrote is reached by it at all.
 */
const reach = async (scope: Scope, contactId: number, channel: string, of: string): Promise<Identity | undefined> => {
  const rows = await scope.sql.rows<Reach>(
    sql`select i.channel, i.scope, i.kind, i.value, c.number,
               i.kind = 'phone' and contacts.number_key(i.value) = c.number_key as "isNumber"
          from contacts.contact c
          left join contacts.identity i on i.company_id = c.company_id and i.contact_id = c.id and i.channel = ${channel} and i.scope = ${of}
         where c.id = ${contactId} order by "isNumber" desc nulls last, i.id desc`,
  );
  const best = rows[0];
  if (!best) return undefined;
  const { number, isNumber, ...identity } = best;
  const known = identity.value !== null;
  if (of === '' && number !== '' && !isNumber && (!known || identity.kind === 'phone')) {
    return { channel, scope: of, kind: 'phone', value: number };
  }
  return known ? identity : undefined;
};

export const contactsService = (scope: Scope): Contacts => ({
  find: (id) => findContact(scope, id),
  findMany: (ids) => findContacts(scope, ids),
  reach: (contactId, channel, of) => reach(scope, contactId, channel, of),
  create: async ({ name, number = '', email = '' }) => {
    const id = await createContact(scope, { name, number: number.replace(/\D/g, ''), email, force: true });
    const contact = await findContact(scope, id);
    if (!contact) throw new Error('the contact was not stored');
    return contact;
  },
  visibleNumber: (number) => (isMasked(scope) ? maskNumber(number) : number),
  masksNumbers: (whom) => masksNumbers(scope, whom),
});
