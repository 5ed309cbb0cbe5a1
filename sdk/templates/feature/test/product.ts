import { join } from 'node:path';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { inject } from 'vitest';

/** Starts the real product with this plugin and its requirements, on a database of its own. */
export const startProduct = (): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', join(import.meta.dirname, '..')],
  });

export const newCompany = (host: TestHost, name: string): Promise<TestCompany> =>
  host.company({ name, settings: { 'plugin:example-notes': true } });

let people = 0;

/** Creates a conversation that waits in a queue. */
export async function conversation({ admin, scope }: TestCompany): Promise<{ id: number }> {
  people += 1;
  const { sql: database } = scope('tickets');
  const connection =
    (await database.one<{ id: number }>(sql`select id from connections.connection limit 1`)) ??
    (await database.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status) values ('Desk', 'telephone', 'CONNECTED') returning id`,
    ));
  const number = String(5_511_970_010_000 + people);
  const contact = await admin.post<{ id: number }>('/contacts', { name: `Customer ${people}`, number });
  const ticket = { contactId: contact.body.id, whatsappId: connection?.id, status: 'pending' };
  return (await admin.post<{ id: number }>('/tickets', ticket)).body;
}
