import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import type { Contact, Contacts, Identity, IdentityKind } from '../contract.ts';
import { findContact, findContacts, matching } from './contact-row.ts';
import { isMasked, maskNumber, masksNumbers } from './masking.ts';
import { createContact, updateContact } from './write-contacts.ts';

/** The largest limit of PostgreSQL. */
const everything = 2_147_483_647;

interface StoredIdentity extends Identity {
  number: string;
  email: string;
  isNumber: boolean;
  isMail: boolean;
}

interface IdentityRequest {
  contactId: number;
  channel: string;
  of: string;
}

/** Messages are sent many at a time, so identities that are requested at the same time are read by one statement. */
const identityBatch = () =>
  companyBatch<IdentityRequest, StoredIdentity | undefined>({
    async run(scope, requested) {
      const [ids, channels, scopes] = [
        requested.map(({ contactId }) => contactId),
        requested.map(({ channel }) => channel),
        requested.map(({ of }) => of),
      ];
      const rows = await scope.sql.rows<StoredIdentity & { position: number }>(
        sql`select distinct on (a.position) a.position::int as position, i.channel, i.scope, i.kind, i.value, c.number, c.email,
                   i.kind = 'phone' and contacts.number_key(i.value) = c.number_key as "isNumber",
                   i.kind = 'email' and kernel.normalise(i.value) = c.email_key as "isMail"
              from unnest(${ids}::int[], ${channels}::text[], ${scopes}::text[]) with ordinality a (contact_id, channel, scope, position)
              join contacts.contact c on c.id = a.contact_id
              left join contacts.identity i on i.company_id = c.company_id and i.contact_id = c.id and i.channel = a.channel and i.scope = a.scope
             order by a.position, "isNumber" desc nulls last, "isMail" desc nulls last, i.id desc`,
      );
      const found = new Map(rows.map(({ position, ...row }) => [position, row]));
      return requested.map((_, index) => found.get(index + 1));
    },
  });

/**
 * Finds the identity to write to. On channels whose identities are valid everywhere the phone number decides: a contact
 * whose number was corrected is reached at the new one, and one that never wrote is reached by it at all. The same
 * applies to the e-mail address.
 */
const findIdentity = async (
  scope: Scope,
  batch: ReturnType<typeof identityBatch>,
  contactId: number,
  channel: string,
  of: string,
  requested: IdentityKind = 'phone',
): Promise<Identity | undefined> => {
  const best = await batch(scope, { contactId, channel, of });
  if (!best) return undefined;
  const { number, email, isNumber, isMail, ...identity } = best;
  const hasIdentity = identity.value !== null;
  if (requested === 'email' && email !== '' && !isMail && (!hasIdentity || identity.kind === 'email'))
    return storeEmail(scope, contactId, { channel, scope: of, kind: 'email', value: email.trim().toLowerCase() });
  if (requested === 'phone' && of === '' && number !== '' && !isNumber && (!hasIdentity || identity.kind === 'phone')) {
    return { channel, scope: of, kind: 'phone', value: number };
  }
  return hasIdentity ? identity : undefined;
};

/**
 * Stores the address as this contact’s identity, since the answer will come from it, even if another contact has the
 * same address.
 */
const storeEmail = async (scope: Scope, contactId: number, identity: Identity): Promise<Identity> => {
  await scope.sql.run(
    sql`insert into contacts.identity (contact_id, channel, scope, kind, value)
        values (${contactId}, ${identity.channel}, ${identity.scope}, ${identity.kind}, ${identity.value})
        on conflict do nothing`,
  );
  return identity;
};

/** Creates the contacts service of one process: requests of its scopes at the same time are batched. */
export const contactsService = (): ((scope: Scope) => Contacts) => {
  const batch = identityBatch();
  return (scope) => serviceOf(scope, batch);
};

const serviceOf = (scope: Scope, batch: ReturnType<typeof identityBatch>): Contacts => ({
  find: (id) => findContact(scope, id),
  findMany: (ids) => findContacts(scope, ids),
  findIdentity: (contactId, channel, of, kind) => findIdentity(scope, batch, contactId, channel, of, kind),
  create: async ({ name, number = '', email = '' }) => {
    const id = await createContact(scope, { name, number: number.replace(/\D/g, ''), email, force: true });
    const contact = await findContact(scope, id);
    if (!contact) throw new Error('the contact was not stored');
    return contact;
  },
  findMatching: (term, after, limit) =>
    scope.sql.rows<Pick<Contact, 'id' | 'name' | 'number' | 'email'>>(
      sql`select c.id, case when c.name = c.number then '' else c.name end as name, c.number, c.email from contacts.contact c
           where c.id > ${after} and not c.is_group and c.number <> '' and c.merged_into is null
             and ${term === '' ? sql`true` : matching(scope, term, everything)}
           order by c.id limit ${limit}`,
    ),
  update: (id, change) => updateContact(scope, id, change, false),
  visibleNumber: (number) => (isMasked(scope) ? maskNumber(number) : number),
  masksNumbers: (viewer) => masksNumbers(scope, viewer),
});
