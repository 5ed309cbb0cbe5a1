import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import type { AssembledPlugin } from '../assemble.ts';

/** A product with the plugins of all pages, and a company that has them on. */
export interface Office {
  host: TestHost;
  company: TestCompany;
}

const platform = [
  'billing-integrations',
  'users',
  'queues',
  'contacts',
  'connections',
  'tickets',
  'messages-api',
  'companies',
  'finance',
  'notifications',
  'first-steps',
  'flows',
  'tags',
  'kanban',
  'contact-lists',
  'campaigns',
  'reports',
  'agenda',
  'internal-chat',
  'legal-process',
  'chatai',
  'assistant',
];

export async function openOffice(databaseUrl: string, plugins: readonly AssembledPlugin[]): Promise<Office> {
  const host = await startTestHost({
    databaseUrl,
    plugins: [...platform, ...plugins.map(({ folder }) => folder)],
    limits: { openMs: 200 },
  });
  const own = Object.fromEntries(plugins.map(({ id }) => [`plugin:${id}`, true]));
  const settings = {
    billingIntegrationsEnabled: true,
    flow: true,
    campaignsEnabled: true,
    kanbanEnabled: true,
    internalChat: true,
    legalProcess: 'enabled',
    ...own,
  };
  return { host, company: await host.company({ name: 'Padaria Aurora', settings }) };
}

let people = 0;

/** Creates a pending conversation. */
export async function conversation({ admin, scope }: TestCompany): Promise<{ id: number; contactId: number }> {
  people += 1;
  const { sql: database } = scope('tickets');
  const connection = await database.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values (${`Line ${people}`}, 'telephone', 'CONNECTED') returning id`,
  );
  const contact = await admin.post<{ id: number }>('/contacts', {
    name: `Helena ${people}`,
    number: String(5_511_970_020_000 + people),
  });
  const ticket = { contactId: contact.body.id, whatsappId: connection?.id, status: 'pending' };
  const { id } = (await admin.post<{ id: number }>('/tickets', ticket)).body;
  return { id, contactId: contact.body.id };
}
