import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** The drawing of a flow that says one sentence and closes the conversation. */
const goodbye = (label: string): string =>
  JSON.stringify([
    { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } },
    { id: 'bye', type: 'messageNode', position: { x: 300, y: 0 }, data: { label, delay: 0, sendGreetingMessage: 3 } },
    { id: 'edge', type: 'custom', source: 'start', sourceHandle: 'out', target: 'bye', targetHandle: 'in' },
  ]);

/** A spreadsheet is read after the answer to its upload. */
const untilRead = async (admin: Person, importId: number): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const { body } = await admin.get<{ status: string }>(`/contact-lists/imports/${importId}`);
    if (body.status === 'ready') return;
    await sleep(50);
  }
  throw new Error('the spreadsheet was not read');
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
  const list = await made(admin, '/contact-lists', { name: secret });
  const item = await made(admin, '/contact-list-items', { name: secret, number, contactListId: list.id });
  const sheet = new FormData();
  sheet.append('review', 'true');
  sheet.append('file', new Blob([`nome;telefone\r\n${secret};${number}\r\n`]), 'lista.csv');
  const imported = await made(admin, `/contact-lists/${list.id}/upload`, sheet);
  await untilRead(admin, imported.id);
  const campaign = await made(admin, '/campaigns', {
    name: secret,
    whatsappId: line.id,
    contactListId: list.id,
    dddFilters: [11],
    message1: secret,
  });
  const optOut = await made(admin, '/campaign-opt-outs', { number: '5511977776666', text: secret });
  const flow = await made(admin, '/flow', { title: secret, data: goodbye(secret) });
  const savedFilter = await made(admin, '/ticketreport/filters', {
    page: 'report',
    name: secret,
    filters: { users: '1' },
  });
  const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const appointment = await made(admin, '/scheduleforms', { title: secret, date: later(30), contactId: contact.id });
  const scheduled = await made(admin, '/schedules', {
    body: secret,
    contactId: contact.id,
    sendAt: later(48),
    rule: 'FREQ=DAILY',
  });
  const chat = await made(admin, '/chats', { title: secret, users: [user.id] });
  const chatMessage = await made(admin, `/chats/${chat.id}/messages`, { message: secret });
  const reportFile = await made(admin, '/ticketreport/exports', { searchParam: secret });
  const prompt = await host.kernel.database.owner.query<{ id: number }>(
    `insert into chatai.prompt (title, type, description) values ($1, 2, 'Responda.') returning id`,
    [`Modelo ${counter}`],
  );
  const provider = await made(admin, '/ai/providers', { title: secret, baseUrl: 'https://ai.example/v1', key: secret });
  const aiChat = await made(admin, '/chatsai', { title: secret, promptId: prompt.rows[0]?.id, configFields: '{}' });
  // A chat keeps the text of its prompt; every company sees a prompt, so none is left.
  await host.kernel.database.owner.query('delete from chatai.prompt where id = $1', [prompt.rows[0]?.id]);
  const answer = await company
    .scope('chatai')
    .sql.one<{ id: number }>(
      sql`insert into chatai.chat_message (chat_id, actor, message) values (${aiChat.id}, 'assistant', ${secret}) returning id`,
    );
  const faq = await made(admin, '/assistant/faq', { question: secret, answer: secret });
  const source = await made(admin, '/assistant/sources', { kind: 'text', title: secret, body: secret });
  const version = await made(admin, '/assistant/versions', { instructions: secret });
  const assistant = company.scope('assistant').sql;
  const gap = await assistant.one<{ id: number }>(
    sql`insert into assistant.gap (question, asks) values (${secret}, 1) returning id`,
  );
  const suggestion = await assistant.one<{ id: number }>(
    sql`insert into assistant.suggestion (ticket_id, user_id, variants) values (${ticket.id}, ${admin.id}, 3) returning id::int as id`,
  );
  await assistant.run(
    sql`insert into assistant.answer (message_id, ticket_id) values (${messages[0]?.id ?? 0}, ${ticket.id})`,
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
      '/campaigns/:id': campaign.id,
      '/campaign-opt-outs/:id': optOut.id,
      '/ai/providers/:id': provider.id,
      '/chatsai/:id': aiChat.id,
      '/chatsai/:id/messages/:messageId': answer?.id ?? 0,
      '/flow/:id': flow.id,
      flowId: flow.id,
      '/ticketreport/filters/:id': savedFilter.id,
      '/chats/:id': chat.id,
      '/chats/:id/messages/:messageId': chatMessage.id,
      '/scheduleforms/:id': appointment.id,
      '/schedules/:id': scheduled.id,
      '/ticketreport/exports/:id': reportFile.id,
      '/contact-lists/:id': list.id,
      '/contact-list-items/:id': item.id,
      '/contact-lists/imports/:importId': imported.id,
      '/contact-lists/imports/:importId/rows/:line': 2,
      '/assistant/faq/:id': faq.id,
      '/assistant/sources/:id': source.id,
      '/assistant/versions/:id': version.id,
      '/assistant/gaps/:id': gap?.id ?? 0,
      '/assistant/suggestions/:id': suggestion?.id ?? 0,
      campaignId: campaign.id,
      contactListId: list.id,
      ticketId: ticket.id,
      uuid: String(ticket['uuid']),
      ticketUuid: String(ticket['uuid']),
      messageId: messages[0]?.id ?? 0,
      quotedMsg: messages[0]?.id ?? 0,
      kanbanId,
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
      laneId: 'lane2',
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

/**
 * The plugins are divided among the files `plugins-N.test.ts`, so that several workers test them and none takes long.
 * Few files: each starts the platform anew.
 */
const parts = readdirSync(import.meta.dirname).filter((name) => /^plugins-\d+\.test\.ts$/.test(name)).length;

/** Returns the plugins that one of these files tests; the first is 1. */
export const pluginsOfPart = (part: number): string[] => firstParty.filter((_id, index) => index % parts === part - 1);
