import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql, type Sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { tickets, type MessageView, type TicketView } from '../../contract.ts';
import { Writing, type Channel } from './desk.ts';
import { sweepConversations } from '../../server/rules/sweep.ts';
import { greetJob } from '../../server/rules/greeting.ts';
import { provider } from './witness/provider.ts';
import { eventually } from '@balcao/testing';

let writing: Writing;
let ana: Person;

beforeAll(async () => {
  writing = await Writing.open(inject('databaseUrl'));
  ana = await writing.company.person('gestor', 'Ana Beatriz');
});
afterAll(() => writing?.close());

const opened = async (uuid: string): Promise<TicketView> => (await ana.get<TicketView>(`/tickets/u/${uuid}`)).body;
const say = (ticketId: number, more: object = {}) =>
  ana.post<MessageView & { error?: string; context?: object }>(`/messages/${ticketId}`, { body: 'Olá', ...more });
const closeTo = (closesAt: string | null | undefined, hoursFromNow: number): boolean =>
  Math.abs(Date.parse(closesAt ?? '') - Date.now() - hoursFromNow * 3_600_000) < 60_000;

test('A conversation includes its reply window, where its channel has one', async () => {
  const always = await writing.attended(ana, 'Sem prazo');
  expect((await opened(always.ticketUuid)).window).toBeNull();
  const facebook = await writing.attended(ana, 'Com prazo', { channel: 'facebook', hoursAgo: 3 });
  const { window } = await opened(facebook.ticketUuid);
  expect(window?.hours).toBe(24);
  expect(closeTo(window?.closesAt, 21)).toBe(true);
  await writing.arrives('Com prazo', { channel: 'facebook' });
  expect(closeTo((await opened(facebook.ticketUuid)).window?.closesAt, 24)).toBe(true);
});

test('A message outside the window is refused with its reason before it is stored, and so are its files', async () => {
  const late = await writing.attended(ana, 'Atrasado', { channel: 'brief', hoursAgo: 3 });
  expect((await opened(late.ticketUuid)).window).toEqual({ hours: 2, closesAt: null });
  expect(await say(late.ticketId)).toMatchObject({
    status: 409,
    body: { error: 'ERR_WINDOW_CLOSED', context: { hours: 2 } },
  });
  const form = new FormData();
  form.set('body', 'Segue');
  form.append('medias', new File(['%PDF-1.4 papel'], 'papel.pdf', { type: 'application/pdf' }));
  expect(await ana.post(`/messages/${late.ticketId}`, form)).toMatchObject({
    status: 409,
    body: { error: 'ERR_WINDOW_CLOSED' },
  });
  expect((await writing.said(late.ticketId)).map(({ body }) => body)).toEqual(['Bom dia']);
});

test('A public comment opens no window and shortens none, and the window says why it is closed', async () => {
  const commented = await writing.attended(ana, 'Só comentou', { channel: 'brief', isPublic: true });
  expect((await opened(commented.ticketUuid)).window).toEqual({ hours: 2, closesAt: null, isAfterPublic: true });
  expect(await say(commented.ticketId)).toMatchObject({ status: 409, body: { error: 'ERR_WINDOW_CLOSED' } });
  await writing.arrives('Só comentou', { channel: 'brief', hoursAgo: 1 });
  await writing.arrives('Só comentou', { channel: 'brief', isPublic: true });
  const { window } = await opened(commented.ticketUuid);
  expect(closeTo(window?.closesAt, 1)).toBe(true);
  expect(window?.isAfterPublic).toBeUndefined();
  expect((await say(commented.ticketId)).status).toBe(200);
});

test('An internal note is written at any time, and the customer’s next message opens the window again', async () => {
  const late = await writing.attended(ana, 'Volta', { channel: 'brief', hoursAgo: 5 });
  expect((await ana.post(`/messages/${late.ticketId}/internal`, { body: 'Ligar amanhã' })).status).toBe(200);
  expect((await say(late.ticketId)).status).toBe(409);
  await writing.arrives('Volta', { channel: 'brief', body: 'Ainda estou aqui' });
  expect((await say(late.ticketId)).status).toBe(200);
});

test('The window belongs to the customer: a new conversation continues the window of the last one', async () => {
  const before = await writing.attended(ana, 'De novo', { channel: 'facebook', hoursAgo: 2 });
  await ana.put(`/tickets/${before.ticketId}`, { status: 'closed', userId: ana.id, justClose: true });
  const { contactId, whatsappId } = await writing.ticket(before.ticketId);
  const started = { contactId, whatsappId, status: 'open', userId: ana.id };
  const { body: ticket } = await writing.company.admin.post<TicketView>('/tickets', started);
  expect(ticket.id).not.toBe(before.ticketId);
  expect(closeTo((await opened(ticket.uuid)).window?.closesAt, 22)).toBe(true);
  expect((await say(ticket.id)).status).toBe(200);
});

test('A message that a channel accepts after its window closed is sent by the channel’s own plugin', async () => {
  const late = await writing.attended(ana, 'Modelo', { channel: 'facebook', hoursAgo: 30 });
  const service = writing.company.scope('tickets').use(tickets);
  await expect(service.send(late.ticketId, { body: 'Olá' })).rejects.toMatchObject({ code: 'ERR_WINDOW_CLOSED' });
  expect((await ana.post(`/witness/${late.ticketId}/template`, {})).status).toBe(200);
  await eventually(() => provider.taken.some(({ body }) => body === 'Podemos continuar a conversa?'));
});

test('Only recent messages are read for the window, however long the conversation is', async () => {
  const long = await writing.attended(ana, 'Conversa longa', { channel: 'facebook' });
  const scope = writing.company.scope('tickets');
  await scope.sql.run(sql`
    insert into tickets.message (ticket_id, whatsapp_id, external_id, body, from_me, sent_at)
    select ${long.ticketId}, t.whatsapp_id, 'old-' || n, 'antiga', false, now() - interval '3 days' - make_interval(secs => n)
      from generate_series(1, 5000) n, tickets.ticket t where t.id = ${long.ticketId}`);
  const plan = await scope.sql.rows<{ 'QUERY PLAN': string }>(sql`
    explain (analyze, timing off, summary off, costs off)
    select max(newest.sent_at) as at from tickets.ticket t cross join lateral (
      select m.sent_at from tickets.message m
       where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and m.sent_at > now() - make_interval(mins => 1440::int)
       order by m.sent_at desc, m.id desc limit 1) newest
     where t.id = ${long.ticketId}`);
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('message_order');
  expect(lines).not.toMatch(/Rows Removed by Filter: \d{2,}/);
});

const connection = (channel: Channel, set: Sql) =>
  writing.company
    .scope('connections')
    .sql.run(sql`update connections.connection set ${set} where id = ${writing.connectionOf(channel)}`);
const bodiesOf = async (ticketId: number): Promise<string[]> => (await writing.said(ticketId)).map(({ body }) => body);

test('Resolving after the reply window sends no closing text and asks no rating, and the customer’s next message reaches people', async () => {
  for (const column of ['userRating', 'sendCloseMessage'])
    await writing.company.admin.put('/companySettings', { column, data: 'enabled' });
  await connection(
    'brief',
    sql`completion_message = 'Até logo!', rating_message = 'De 1 a 3?', expires_ticket_nps = 30`,
  );
  const inTime = await writing.attended(ana, 'Encerrado a tempo', { channel: 'brief' });
  const late = await writing.attended(ana, 'Encerrado tarde', { channel: 'brief', hoursAgo: 3 });
  for (const { ticketId } of [inTime, late])
    expect((await ana.put(`/tickets/${ticketId}`, { status: 'closed' })).status).toBe(200);
  expect(await bodiesOf(inTime.ticketId)).toEqual(['Bom dia', 'Até logo!', 'De 1 a 3?']);
  expect(await bodiesOf(late.ticketId)).toEqual(['Bom dia']);
  const next = await writing.arrives('Encerrado tarde', { channel: 'brief', body: '2' });
  expect(await writing.ticket(next.ticketId)).toMatchObject({ status: 'pending', unreadMessages: 1 });
  await connection('brief', sql`completion_message = '', rating_message = ''`);
});

test('A conversation that ends by inactivity after its reply window ends without a reminder and a farewell', async () => {
  await connection(
    'brief',
    sql`time_inactive_message = 20, inactive_message = 'Ainda está aí?', expires_ticket = 24, when_expires_ticket = 0,
        expires_inactive_message = 'Encerramos por aqui.'`,
  );
  const late = await writing.attended(ana, 'Calado', { channel: 'brief', hoursAgo: 25 });
  const scope = writing.company.scope('tickets');
  await scope.sql.run(
    sql`update tickets.ticket set updated_at = now() - interval '25 hours' where id = ${late.ticketId}`,
  );
  await sweepConversations(scope);
  await connection('brief', sql`time_inactive_message = 0, expires_ticket = 0`);
  expect((await writing.ticket(late.ticketId)).status).toBe('closed');
  expect(await bodiesOf(late.ticketId)).toEqual(['Bom dia']);
});

test('Accepting after the reply window sends no greeting of the queue, at once or later', async () => {
  const queue = await writing.company
    .scope('queues')
    .sql.one<{ id: number }>(
      sql`insert into queues.queue (name, color, greeting_message) values ('Tarde', '#102030', 'Bem-vindo!') returning id`,
    );
  const queueId = queue?.id ?? 0;
  const late = await writing.arrives('Aceito tarde', { channel: 'brief', hoursAgo: 3 });
  const accepted = { status: 'open', userId: ana.id, queueId };
  expect((await ana.put(`/tickets/${late.ticketId}`, accepted)).status).toBe(200);
  const later = { ticketId: late.ticketId, queueId, userId: ana.id, name: 'queue-greeting:late' };
  await greetJob.handle(later, writing.company.scope('tickets'));
  expect(await bodiesOf(late.ticketId)).toEqual(['Bom dia']);
  await writing.arrives('Aceito tarde', { channel: 'brief', body: 'Oi de novo' });
  await greetJob.handle(later, writing.company.scope('tickets'));
  expect(await bodiesOf(late.ticketId)).toEqual(['Bom dia', 'Oi de novo', 'Bem-vindo!']);
});

test('A message is signed by the company’s setting, or as the author wants where the company allows it', async () => {
  const ticket = await writing.attended(ana, 'Assinada');
  // Suites of the same worker share the provider: no other sends these words.
  const reached = (words: string) => eventually(() => provider.taken.find(({ body }) => body.endsWith(words))?.body);
  const admin = writing.company.admin;
  const set = async (column: string, data: string) =>
    expect((await admin.put('/companySettings', { column, data })).status).toBe(200);
  await set('defaultChatSubscript', 'enabled');
  await say(ticket.ticketId, { body: 'assinatura, primeira', signed: false });
  expect(await reached('assinatura, primeira')).toBe('*Ana Beatriz:*\nassinatura, primeira');
  await set('chatSubscriptChoice', 'enabled');
  await say(ticket.ticketId, { body: 'assinatura, segunda', signed: false });
  expect(await reached('assinatura, segunda')).toBe('assinatura, segunda');
  await say(ticket.ticketId, { body: 'assinatura, terceira' });
  expect(await reached('assinatura, terceira')).toBe('*Ana Beatriz:*\nassinatura, terceira');
  await set('defaultChatSubscript', 'disabled');
  await say(ticket.ticketId, { body: 'assinatura, quarta', signed: true });
  expect(await reached('assinatura, quarta')).toBe('*Ana Beatriz:*\nassinatura, quarta');
  expect(await say(ticket.ticketId, { body: 'quinta', signed: 'talvez' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});

test('An internal note takes files, and neither its text nor its files reach the customer', async () => {
  const ticket = await writing.attended(ana, 'Nota com arquivo');
  const form = new FormData();
  form.set('body', 'Só para nós');
  form.append('medias', new File(['%PDF-1.4 papel'], 'papel.pdf', { type: 'application/pdf' }));
  const answer = await ana.post<MessageView>(`/messages/${ticket.ticketId}/internal`, form);
  expect(answer).toMatchObject({
    status: 200,
    body: { onlyInternal: true, mediaName: 'papel.pdf', body: 'Só para nós' },
  });
  await say(ticket.ticketId, { body: 'depois da nota' });
  await eventually(() => provider.taken.some(({ body }) => body.endsWith('depois da nota')));
  expect(provider.taken.filter(({ body }) => body.includes('Só para nós'))).toEqual([]);
});

const inbox = () => writing.company.scope('tickets').use(channelInbox);
const service = () => writing.company.scope('tickets').use(tickets);
const hours = (count: number): Date => new Date(Date.now() + count * 3_600_000);

test('In the longer window of people, automations are refused and a person’s message is sent marked', async () => {
  const late = await writing.attended(ana, 'Só pessoas', { channel: 'social', hoursAgo: 3 });
  const { window } = await opened(late.ticketUuid);
  expect(window).toMatchObject({ hours: 2, closesAt: null, personHours: 168 });
  expect(closeTo(window?.personClosesAt, 165)).toBe(true);
  const refused = { code: 'ERR_WINDOW_CLOSED', status: 409 };
  const { ticketId } = late;
  await expect(service().send(ticketId, { body: 'robô' })).rejects.toMatchObject(refused);
  await expect(service().send(ticketId, { body: 'em lote', by: ana.id, bulk: true })).rejects.toMatchObject(refused);
  expect((await say(ticketId, { body: 'Sou eu, a Ana' })).status).toBe(200);
  const taken = await eventually(() => provider.taken.find(({ body }) => body.endsWith('Sou eu, a Ana')));
  expect(taken).toMatchObject({ by: 'person', outsideWindow: true });
  await writing.arrives('Só pessoas', { channel: 'social', body: 'Voltei' });
  await service().send(ticketId, { body: 'O robô também' });
  await say(ticketId, { body: 'e eu' });
  const inside = await eventually(() => provider.taken.find(({ body }) => body.endsWith('e eu')));
  expect(inside.outsideWindow).toBeUndefined();
});

test('After the longer window of people nobody can write', async () => {
  const gone = await writing.attended(ana, 'Há oito dias', { channel: 'social', hoursAgo: 192 });
  expect((await opened(gone.ticketUuid)).window).toMatchObject({ closesAt: null, personClosesAt: null });
  expect(await say(gone.ticketId)).toMatchObject({
    status: 409,
    body: { error: 'ERR_WINDOW_CLOSED', context: { hours: 168 } },
  });
});

test('A channel opens the window for longer, in every conversation with the person, and never shortens it', async () => {
  const late = await writing.attended(ana, 'Reagiu', { channel: 'brief', hoursAgo: 5 });
  const [connectionId, person] = [writing.connectionOf('brief'), writing.personOf('Reagiu', 'brief')];
  expect((await say(late.ticketId)).status).toBe(409);
  await inbox().windowUntil(connectionId, person, hours(24));
  await inbox().windowUntil(connectionId, person, hours(3));
  await inbox().windowUntil(connectionId, person, new Date(Number.NaN));
  await inbox().windowUntil(connectionId, { ...person, value: '5511900000000' }, hours(24));
  await inbox().windowUntil(999_999, person, hours(24));
  expect(closeTo((await opened(late.ticketUuid)).window?.closesAt, 24)).toBe(true);
  expect((await say(late.ticketId)).status).toBe(200);
  await ana.put(`/tickets/${late.ticketId}`, { status: 'closed' });
  const { id } = await service().begin({ contactId: (await writing.ticket(late.ticketId)).contactId, connectionId });
  await service().send(id, { body: 'De novo' });
  // The same person on another channel keeps that channel's own window.
  const elsewhere = await writing.attended(ana, 'Reagiu', { channel: 'facebook', hoursAgo: 30 });
  expect((await opened(elsewhere.ticketUuid)).window?.closesAt).toBeNull();
});

test('A refusal of the provider closes the window, first for automations, then for people, until the customer writes', async () => {
  const early = await writing.attended(ana, 'Fechou antes', { channel: 'social' });
  const person = writing.personOf('Fechou antes', 'social');
  const window = async () => (await opened(early.ticketUuid)).window;
  await inbox().windowUntil(writing.connectionOf('social'), person, hours(48));
  expect(closeTo((await window())?.closesAt, 48)).toBe(true);
  provider.closed.add(person.value);
  await say(early.ticketId, { body: 'cedo demais' });
  await eventually(async () => (await window())?.closesAt === null);
  expect(closeTo((await window())?.personClosesAt, 168)).toBe(true);
  await say(early.ticketId, { body: 'de pessoa' });
  await eventually(async () => (await window())?.personClosesAt === null);
  expect((await say(early.ticketId)).status).toBe(409);
  provider.closed.delete(person.value);
  await writing.arrives('Fechou antes', { channel: 'social', body: 'Oi de novo' });
  expect(closeTo((await window())?.closesAt, 2)).toBe(true);
  expect((await say(early.ticketId)).status).toBe(200);
});

test('A message that the provider accepted and then refused as too late closes the window too', async () => {
  const early = await writing.attended(ana, 'Recusada depois', { channel: 'brief' });
  const window = async () => (await opened(early.ticketUuid)).window;
  const taken = async (): Promise<string> => {
    const { body } = await say(early.ticketId);
    const select = sql`select external_id as id from tickets.message where id = ${body.id} and external_id is not null`;
    const { sql: database } = writing.company.scope('tickets');
    return (await eventually(() => database.one<{ id: string }>(select))).id;
  };
  await inbox().failed(writing.connectionOf('brief'), await taken(), '131026');
  expect((await window())?.closesAt).not.toBeNull();
  await inbox().failed(writing.connectionOf('brief'), await taken(), '131047', 'window');
  expect((await window())?.closesAt).toBeNull();
  expect((await say(early.ticketId)).status).toBe(409);
  await writing.arrives('Recusada depois', { channel: 'brief', body: 'Voltei' });
  expect((await say(early.ticketId)).status).toBe(200);
});
