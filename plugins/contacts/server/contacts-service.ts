import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import type { Contacts, Identity, IdentityKind } from '../contract.ts';
import { findContact, findContacts } from './contact-row.ts';
import { isMasked, maskNumber, masksNumbers } from './masking.ts';
import { createContact } from './writing.ts';

interface Reach extends Identity {
  number: string;
  email: string;
  isNumber: boolean;
  isMail: boolean;
}

interface Wanted {
  contactId: number;
  channel: string;
  of: string;
}

/** Messages are sent many at a time, so identities that are requested at the same time are read by one statement. */
const addressesOf = () =>
  companyBatch<Wanted, Reach | undefined>({
    async run(scope, wanted) {
      const [ids, channels, scopes] = [
        wanted.map(({ contactId }) => contactId),
        wanted.map(({ channel }) => channel),
        wanted.map(({ of }) => of),
      ];
      const rows = await scope.sql.rows<Reach & { place: number }>(
        sql`select distinct on (a.place) a.place::int as place, i.channel, i.scope, i.kind, i.value, c.number, c.email,
                   i.kind = 'phone' and contacts.number_key(i.value) = c.number_key as "isNumber",
                   i.kind = 'email' and kernel.normalise(i.value) = c.email_key as "isMail"
              from unnest(${ids}::int[], ${channels}::text[], ${scopes}::text[]) with ordinality a (contact_id, channel, scope, place)
              join contacts.contact c on c.id = a.contact_id
              left join contacts.identity i on i.company_id = c.company_id and i.contact_id = c.id and i.channel = a.channel and i.scope = a.scope
             order by a.place, "isNumber" desc nulls last, "isMail" desc nulls last, i.id desc`,
      );
      const found = new Map(rows.map(({ place, ...row }) => [place, row]));
      return wanted.map((_, index) => found.get(index + 1));
    },
  });

/**
 * Finds the identity to write to. On channels whose identities are valid everywhere the phone number decides: a contact
 * whose number was corrected is reached at the new one, and one that never wrote is reached by it at all. The same
 * applies to the e-mail address.
 */
const reach = async (
  scope: Scope,
  addresses: ReturnType<typeof addressesOf>,
  contactId: number,
  channel: string,
  of: string,
  wanted: IdentityKind = 'phone',
): Promise<Identity | undefined> => {
  const best = await addresses(scope, { contactId, channel, of });
  if (!best) return undefined;
  const { number, email, isNumber, isMail, ...identity } = best;
  const known = identity.value !== null;
  if (wanted === 'email' && email !== '' && !isMail && (!known || identity.kind === 'email'))
    return rememberMail(scope, contactId, { channel, scope: of, kind: 'email', value: email.trim().toLowerCase() });
  if (wanted === 'phone' && of === '' && number !== '' && !isNumber && (!known || identity.kind === 'phone')) {
    return { channel, scope: of, kind: 'phone', value: number };
  }
  return known ? identity : undefined;
};

/**
 * Stores the address as this contact’s identity, since the answer will come from it, even if another contact has the
 * same address.
 */
const rememberMail = async (scope: Scope, contactId: number, identity: Identity): Promise<Identity> => {
  await scope.sql.run(
    sql`insert into contacts.identity (contact_id, channel, scope, kind, value)
        values (${contactId}, ${identity.channel}, ${identity.scope}, ${identity.kind}, ${identity.value})
        on conflict do nothing`,
  );
  return identity;
};

/** Creates the contacts service of one process: requests of its scopes at the same time are batched. */
export const contactsService = (): ((scope: Scope) => Contacts) => {
  const addresses = addressesOf();
  return (scope) => serviceOf(scope, addresses);
};

const serviceOf = (scope: Scope, addresses: ReturnType<typeof addressesOf>): Contacts => ({
  find: (id) => findContact(scope, id),
  findMany: (ids) => findContacts(scope, ids),
  reach: (contactId, channel, of, kind) => reach(scope, addresses, contactId, channel, of, kind),
  create: async ({ name, number = '', email = '' }) => {
    const id = await createContact(scope, { name, number: number.replace(/\D/g, ''), email, force: true });
    const contact = await findContact(scope, id);
    if (!contact) throw new Error('the contact was not stored');
    return contact;
  },
  visibleNumber: (number) => (isMasked(scope) ? maskNumber(number) : number),
  masksNumbers: (whom) => masksNumbers(scope, whom),
});
