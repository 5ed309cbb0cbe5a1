import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/sdk/testing';
import { tickets, type MessageView, type TicketView } from '../../contract.ts';
import { eventually } from '../attendance.ts';
import { Writing } from './desk.ts';
import { provider } from './witness/provider.ts';

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

test('a conversation tells how long it may be answered, where its channel sets a limit', async () => {
  const always = await writing.attended(ana, 'Sem prazo');
  expect((await opened(always.ticketUuid)).window).toBeNull();
  const facebook = await writing.attended(ana, 'Com prazo', { channel: 'facebook', hoursAgo: 3 });
  const { window } = await opened(facebook.ticketUuid);
  expect(window?.hours).toBe(24);
  expect(closeTo(window?.closesAt, 21)).toBe(true);
  await writing.arrives('Com prazo', { channel: 'facebook' });
  expect(closeTo((await opened(facebook.ticketUuid)).window?.closesAt, 24)).toBe(true);
});

test('what the channel would not take is refused with its reason before it is stored, and files with it', async () => {
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

test('a note is written at any time, and the customer’s next message opens the window again', async () => {
  const late = await writing.attended(ana, 'Volta', { channel: 'brief', hoursAgo: 5 });
  expect((await ana.post(`/messages/${late.ticketId}/internal`, { body: 'Ligar amanhã' })).status).toBe(200);
  expect((await say(late.ticketId)).status).toBe(409);
  await writing.arrives('Volta', { channel: 'brief', body: 'Ainda estou aqui' });
  expect((await say(late.ticketId)).status).toBe(200);
});

test('the window is the customer’s: a conversation begun anew finds it as the last one left it', async () => {
  const before = await writing.attended(ana, 'De novo', { channel: 'facebook', hoursAgo: 2 });
  await ana.put(`/tickets/${before.ticketId}`, { status: 'closed', userId: ana.id, justClose: true });
  const { contactId, whatsappId } = await writing.ticket(before.ticketId);
  const started = { contactId, whatsappId, status: 'open', userId: ana.id };
  const { body: ticket } = await writing.company.admin.post<TicketView>('/tickets', started);
  expect(ticket.id).not.toBe(before.ticketId);
  expect(closeTo((await opened(ticket.uuid)).window?.closesAt, 22)).toBe(true);
  expect((await say(ticket.id)).status).toBe(200);
});

test('what a channel takes after its window closed is sent by its own plugin', async () => {
  const late = await writing.attended(ana, 'Modelo', { channel: 'facebook', hoursAgo: 30 });
  const service = writing.company.scope('tickets').use(tickets);
  await expect(service.send(late.ticketId, { body: 'Olá' })).rejects.toMatchObject({ code: 'ERR_WINDOW_CLOSED' });
  expect((await ana.post(`/witness/${late.ticketId}/template`, {})).status).toBe(200);
  await eventually(() => provider.taken.some(({ body }) => body === 'Podemos continuar a conversa?'));
});

test('only what is young enough is read, however long the conversation is', async () => {
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

test('a message carries its author’s name as the company has it, or as the author wants where the company leaves it open', async () => {
  const ticket = await writing.attended(ana, 'Assinada');
  const reached = (words: string) => eventually(() => provider.taken.find(({ body }) => body.endsWith(words))?.body);
  const admin = writing.company.admin;
  const set = async (column: string, data: string) =>
    expect((await admin.put('/companySettings', { column, data })).status).toBe(200);
  await set('defaultChatSubscript', 'enabled');
  await say(ticket.ticketId, { body: 'primeira', signed: false });
  expect(await reached('primeira')).toBe('*Ana Beatriz:*\nprimeira');
  await set('chatSubscriptChoice', 'enabled');
  await say(ticket.ticketId, { body: 'segunda', signed: false });
  expect(await reached('segunda')).toBe('segunda');
  await say(ticket.ticketId, { body: 'terceira' });
  expect(await reached('terceira')).toBe('*Ana Beatriz:*\nterceira');
  await set('defaultChatSubscript', 'disabled');
  await say(ticket.ticketId, { body: 'quarta', signed: true });
  expect(await reached('quarta')).toBe('*Ana Beatriz:*\nquarta');
  expect(await say(ticket.ticketId, { body: 'quinta', signed: 'talvez' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});

test('a note takes files, and neither words nor files of it reach the customer', async () => {
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
