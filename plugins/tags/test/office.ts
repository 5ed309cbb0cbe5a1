import { sql } from '@balcao/sdk/server';
import type { TestCompany } from '@balcao/testing';

export const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'tags'];

export interface Conversation {
  id: number;
  uuid: string;
}
let counter = 0;

/** Creates a pending conversation. */
export const conversation = async (company: TestCompany, name?: string): Promise<Conversation> => {
  counter += 1;
  const { sql: database } = company.scope('tickets');
  const connection =
    (await database.one<{ id: number }>(sql`select id from connections.connection limit 1`)) ??
    (await database.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status) values ('Recepção', 'telephone', 'CONNECTED') returning id`,
    ));
  const number = String(5_511_970_020_000 + counter);
  const contact = await company.admin.post<{ id: number }>('/contacts', { name: name ?? `Cliente ${counter}`, number });
  const started = { contactId: contact.body.id, whatsappId: connection?.id, status: 'pending' };
  return (await company.admin.post<Conversation>('/tickets', started)).body;
};

/** Creates tags by the API and returns their ids. */
export const makeTags = async (company: TestCompany, ...names: string[]): Promise<number[]> => {
  const made: number[] = [];
  for (const name of names) made.push((await company.admin.post<{ id: number }>('/tags', { name })).body.id);
  return made;
};
