import { sql, type Scope } from '@balcao/sdk/server';
import type { ContactMove, PersonalData } from '@balcao/contacts/contract';
import { optOutKey } from './opt-outs/key.ts';

/** The rows of a person: by the contact, and by the number, since people of a list become contacts late. */
const ofContact = (contactId: number) => sql`(r.contact_id = ${contactId} or r.number_key = (
  select c.number_key from contacts.public_contact c where c.id = ${contactId} and c.number_key <> ''))`;

/**
 * Which campaigns a person got, and whether they opted out. An erasure keeps the numbers of a campaign, and of an
 * opt-out only a keyed hash: without it the next import would write to the person again.
 */
export const campaignsOfPerson: PersonalData = {
  id: 'campaigns',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select c.name as campaign, c.legal_basis as "legalBasis", r.name, r.number, r.state, r.reason, r.sent_at as "sentAt",
                 r.read_at as "readAt", r.answered_at as "answeredAt"
            from campaigns.recipient r join campaigns.campaign c on c.company_id = r.company_id and c.id = r.campaign_id
           where ${ofContact(contactId)} order by r.id`,
    ))
      yield { kind: 'campaign', row };
    for (const row of await scope.sql.rows<object>(
      sql`select o.number, o.name, o.text, o.source, o.at, o.returned_at as "returnedAt" from campaigns.opt_out o
           where o.key_hash = (select campaigns.key_hash(${await optOutKey(scope)}, c.number_key)
                                 from contacts.public_contact c where c.id = ${contactId})`,
    ))
      yield { kind: 'opt-out', row };
  },
  async names(contactId, scope) {
    const rows = await scope.sql.rows<{ word: string }>(
      sql`select r.name as word from campaigns.recipient r where ${ofContact(contactId)} and r.name <> ''
          union select r.number from campaigns.recipient r where ${ofContact(contactId)} and r.number <> ''`,
    );
    return rows.map(({ word }) => word);
  },
  async erase(contactId, scope) {
    const key = await optOutKey(scope);
    const outs = await scope.sql.run(
      sql`update campaigns.opt_out o set number = '', name = '', text = ''
           where o.key_hash = (select campaigns.key_hash(${key}, c.number_key)
                                 from contacts.public_contact c where c.id = ${contactId} and c.number_key <> '')`,
    );
    // The hash keeps the row unique within the campaign, and the person out of its rest.
    const rows = await scope.sql.run(
      sql`update campaigns.recipient r
             set name = '', number = '', address = '', contact_id = null, answer_message_id = null,
                 number_key = 'x' || campaigns.key_hash(${key}, r.number_key),
                 state = case when r.state in ('waiting', 'asked', 'confirmed') then 'skipped' else r.state end,
                 reason = case when r.state in ('waiting', 'asked', 'confirmed') then 'removed' else r.reason end
           where ${ofContact(contactId)}`,
    );
    await scope.sql.run(
      sql`delete from campaigns.number_check n using contacts.public_contact c
           where c.id = ${contactId} and n.number_key = c.number_key and c.number_key <> ''`,
    );
    return { count: rows + outs, files: [] };
  },
};

/** Campaigns of a contact that was merged into another. */
export const campaignsMove: ContactMove = {
  id: 'campaigns',
  async move({ from, to }, scope: Scope) {
    await scope.sql.run(sql`update campaigns.recipient set contact_id = ${to} where contact_id = ${from}`);
  },
};
