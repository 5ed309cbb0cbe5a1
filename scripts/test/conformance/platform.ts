import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from '@balcao/sdk/server';
import type { Person, Seed } from '@balcao/testing';

const pluginsFolder = path.resolve(import.meta.dirname, '../../../plugins');
/** All plugins of the platform. */
export const firstParty = readdirSync(pluginsFolder).filter((id) =>
  existsSync(path.join(pluginsFolder, id, 'manifest.ts')),
);

type Row = Record<string, unknown> & { id: number };

const made = async (admin: Person, where: string, body: object): Promise<Row> => {
  const answer = await admin.post<Row>(where, body);
  if (answer.status !== 200) throw new Error(`POST ${where} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

let counter = 0;

/** Fills a company with one of everything that a route could name. */
export const seed: Seed = async ({ company, host, secret }) => {
  counter += 1;
  const { admin } = company;
  const number = `55119870${String(10_000 + counter)}`;
  const contact = await made(admin, '/contacts', { name: secret, number });
  const queue = await made(admin, '/queue', { name: secret, color: '#123456', greetingMessage: secret });
  const user = await made(admin, '/users', {
    name: secret,
    email: `${secret.toLowerCase()}@teste.local`,
    password: 'Senha-123',
    profile: 'user',
  });
  const entry = { keyWordQueueId: queue.id };
  const line = await made(admin, '/whatsapp', { name: secret, channel: 'sandbox', ...entry });
  const site = await made(admin, '/whatsapp', { name: `${secret} site`, channel: 'webchat', ...entry });
  await admin.post(`/whatsappsession/${line.id}`);
  await admin.post(`/sandbox/${line.id}/pair`);
  const received = await made(admin, `/sandbox/${line.id}/messages`, { from: number, name: secret, body: secret });
  const ticket = (await admin.get<Row>(`/tickets/${received['ticketId']}`)).body;
  const messages = (await admin.get<{ messages: Row[] }>(`/messages/${ticket.id}`)).body.messages;
  const { kanbanId } = (await admin.get<{ kanbanId: number }>('/kanban-lanes')).body;
  // An unfinished set-up of a colleague: a row made up later would ask this admin for a code at every login.
  await company
    .scope('security')
    .sql.run(sql`insert into security.two_step (user_id, secret) values (${user.id}, 'sealed')`);
  // Announcements belong to the platform; their reading marks belong to the company. An expired one is shown to nobody.
  const announcement = await host.kernel.database.owner.query<{ id: number }>(
    `insert into announcements.announcement (title, text, status) values ('Manutenção', 'No domingo.', false) returning id`,
  );
  await company
    .scope('announcements')
    .sql.run(
      sql`insert into announcements.reading (user_id, announcement_id) values (${user.id}, ${announcement.rows[0]?.id ?? 0})`,
    );
  const address = await company.scope('channel-webchat').addresses.issue(`connection:${site.id}`);
  return {
    ids: {
      contactId: contact.id,
      queueId: queue.id,
      keyWordQueueId: queue.id,
      userId: user.id,
      connectionId: line.id,
      whatsappId: line.id,
      '/whatsapp/:id': line.id,
      '/whatsappsession/:id': line.id,
      '/webchat-sites/:connectionId': site.id,
      ticketId: ticket.id,
      uuid: String(ticket['uuid']),
      ticketUuid: String(ticket['uuid']),
      messageId: messages[0]?.id ?? 0,
      quotedMsg: messages[0]?.id ?? 0,
      kanbanId,
      address,
      number,
      from: number,
      with: number,
      digits: number,
      email: admin.email,
      key: 'hideContactNumber',
      column: 'hideContactNumber',
      token: '123456',
      channel: 'sandbox',
      cut: false,
      targetLaneId: 'lane2',
      permission: 'settings:view',
      value: 'enabled',
      data: 'enabled',
      users: String(user.id),
      allowedOrigins: 'https://loja.example',
    },
    async tokenFor({ path: at }) {
      if (!at.startsWith('/webchat/')) return undefined;
      const { body } = await host.nobody.post<{ token: string }>(`/webchat/${address}/session`, { name: 'Visitante' });
      return body.token;
    },
  };
};
