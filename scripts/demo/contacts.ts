import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Kernel } from '@balcao/kernel';
import { foldText } from '@balcao/sdk/server';
import type { DemoContact } from './cast.ts';
import { insert, takeIds } from './write.ts';

export interface KnownContact extends DemoContact {
  id: number;
  /** Id of a visitor of the site on the web chat. */
  visitor: string;
}

const slug = (name: string): string =>
  foldText(name)
    .split(/\s+/)
    .filter((word) => word.length > 2)
    .slice(0, 2)
    .join('.');

export interface Reached {
  companyId: number;
  /** The connections that know telephones and visitors of the site. */
  sandboxId: number;
  siteId: number | undefined;
}

/** Creates contacts with the identities by which their channels know them. */
export const makeContacts = async (
  client: PoolClient,
  kernel: Kernel,
  reached: Reached,
  contacts: readonly DemoContact[],
): Promise<KnownContact[]> => {
  const { companyId: company_id, sandboxId, siteId } = reached;
  const ids = await takeIds(client, 'contacts.contact', contacts.length);
  const known = contacts.map((contact, index): KnownContact => ({
    ...contact,
    id: ids[index] ?? 0,
    visitor: contact.web ? randomBytes(16).toString('base64url') : '',
  }));
  const created_at = new Date();
  await insert(
    client,
    'contacts.contact',
    known.map(({ id, name, number, origin, web }, index) => ({
      id,
      company_id,
      name,
      // Names were typed by people: a message from a phone without a name must not replace them.
      name_edited: true,
      number,
      email: !web && index % 3 === 0 ? `${slug(name)}@exemplo.com.br` : '',
      origin: origin ?? null,
      is_group: false,
      created_at,
      updated_at: created_at,
    })),
  );
  const identities = await takeIds(client, 'contacts.identity', known.length);
  await insert(
    client,
    'contacts.identity',
    known.map(({ id, number, web, visitor }, index) => ({
      id: identities[index],
      company_id,
      contact_id: id,
      channel: web ? 'webchat' : 'sandbox',
      scope: web ? String(siteId) : '',
      kind: web ? 'web' : 'phone',
      value: web ? visitor : number,
      created_at,
    })),
  );
  const extra = known.flatMap(({ id, extra: facts = {} }) =>
    Object.entries(facts).map(([name, value]) => ({ contact_id: id, name, value })),
  );
  const extraIds = await takeIds(client, 'contacts.extra_info', extra.length);
  await insert(
    client,
    'contacts.extra_info',
    extra.map((fact, index) => ({ id: extraIds[index], company_id, ...fact })),
  );

  if (kernel.registry.plugins.has('channel-sandbox')) {
    const phones = known
      .filter(({ web }) => !web)
      .map(({ number, name }) => ({ company_id, connection_id: sandboxId, number, name, invalid: false }));
    await insert(client, 'channel_sandbox.phone', phones);
  }
  for (const { name, visitor } of known.filter(({ web }) => web)) {
    await client.query(
      `insert into channel_webchat.visitor (company_id, connection_id, public_id, name) values ($1, $2, $3, $4)`,
      [company_id, siteId, visitor, name],
    );
  }
  return known;
};
