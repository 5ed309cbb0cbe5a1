import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { personalData } from '@balcao/contacts/contract';
import { tickets } from '../contract.ts';
import { Attendance, startAttendance } from './attendance.ts';
import { probe, resetProbe } from './automation/probe.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  resetProbe();
  host = await startAttendance(undefined, [path.join(import.meta.dirname, 'automation')]);
});
afterAll(() => host?.close());

const office = () => Attendance.of(host, { 'plugin:test-automation': 'enabled' });
const answers = (ticketId: number) => probe.answered.filter((answer) => answer.ticketId === ticketId);
/** Waits until everything emitted before it was delivered. */
const settled = async (desk: Attendance, ticketId: number): Promise<void> => {
  const before = probe.changed.length;
  await desk.company.scope('tickets').use(tickets).close(ticketId, { justClose: true });
  await eventually(() => probe.changed.slice(before).some((one) => one.ticketId === ticketId));
};

it('A plugin receives once that a person answered a waiting customer, with the person and the time it took', async () => {
  const desk = await office();
  const queueId = await desk.queue('Recepção');
  await desk.routeTo(queueId);
  const ana = await desk.attendant('Ana', [queueId]);
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'Bom dia', { sentAt: new Date(Date.now() - 90_000) });
  await desk.arrives(number, 'Alguém aí?');
  await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
  const { body: first } = await ana.post<{ id: number; createdAt: string }>(`/messages/${ticketId}`, { body: 'Olá' });
  await ana.post(`/messages/${ticketId}`, { body: 'Pois não?' });
  const [answer] = await eventually(() => answers(ticketId).length > 0 && answers(ticketId));
  const message = (await desk.messages(ticketId)).find(({ body }) => body.endsWith('Olá'));
  expect(answer).toMatchObject({ ticketId, messageId: message?.id, userId: ana.id, queueId, at: message?.createdAt });
  expect(answer?.waitedMs).toBeGreaterThanOrEqual(90_000);
  expect(answer?.waitedMs).toBeLessThan(150_000);
  expect(first).toBeDefined();
  // A customer who writes again waits again.
  await desk.arrives(number, 'Quanto custa?');
  await ana.post(`/messages/${ticketId}`, { body: 'Dez reais' });
  await settled(desk, ticketId);
  expect(answers(ticketId)).toHaveLength(2);
});

it('Messages of programs, internal notes and closing are no answers; a message on the telephone itself is one', async () => {
  const desk = await office();
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'Bom dia');
  await desk.company.scope('tickets').use(tickets).sendAsCompany(ticketId, 'Já vamos atender.');
  await desk.admin.post(`/messages/${ticketId}/internal`, { body: 'É o da semana passada' });
  await settled(desk, ticketId);
  expect(answers(ticketId)).toEqual([]);
  const other = await desk.arrives(desk.number(), 'Oi');
  const { contact } = (await desk.company.scope('tickets').use(tickets).find(other.ticketId)) ?? {};
  await desk.arrives(contact?.number ?? '', 'Pois não?', { fromMe: true });
  const [answer] = await eventually(() => answers(other.ticketId).length > 0 && answers(other.ticketId));
  expect(answer).toMatchObject({ userId: null, queueId: null });
});

it('When two people answer at the same moment, one of them ended the wait', async () => {
  const desk = await office();
  const [ana, bia] = [await desk.attendant('Ana', [], 'admin'), await desk.attendant('Bia', [], 'admin')];
  for (let round = 0; round < 5; round += 1) {
    const { ticketId } = await desk.accepted(ana);
    const said = await Promise.all(
      [ana, bia].map((person) => person.post(`/messages/${ticketId}`, { body: `Rodada ${round}` })),
    );
    expect(said.map(({ status }) => status)).toEqual([200, 200]);
    await settled(desk, ticketId);
    expect(answers(ticketId)).toHaveLength(1);
  }
});

it('Every event about a change of a conversation has its time, whatever caused the change', async () => {
  const desk = await office();
  const begun = Date.now();
  const { ticketId } = await desk.accepted(desk.admin);
  await settled(desk, ticketId);
  const changes = probe.changed.filter((one) => one.ticketId === ticketId);
  expect(changes.map(({ action }) => action)).toEqual(['create', 'accept', 'resolve']);
  const times = changes.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // The database and this process run on one machine, so their clocks agree.
  for (const time of times) expect(Math.abs(time - begun)).toBeLessThan(30_000);
});

it('A plugin receives each note with its value, and its removal', async () => {
  const desk = await office();
  const { ticketId } = await desk.accepted(desk.admin);
  const note = async (processValue: number) =>
    (await desk.admin.post<{ id: number }>('/ticket-notes', { note: 'Honorários', processValue, ticketId })).body.id;
  const [first, second] = [await note(1500.5), await note(20)];
  await desk.admin.delete(`/ticket-notes/${first}`);
  expect((await desk.admin.delete(`/ticket-notes/${first}`)).status).toBe(404);
  const { contactId } = (await desk.admin.get<{ contactId: number }>(`/tickets/${ticketId}`)).body;
  await settled(desk, ticketId);
  const scope = desk.company.scope('contacts');
  for (const item of scope.items(personalData)) if (item.id === 'tickets') await item.erase(contactId, scope);
  await eventually(() => probe.noted.filter((one) => one.ticketId === ticketId).length === 4);
  const by = desk.admin.id;
  expect(probe.noted.filter((one) => one.ticketId === ticketId)).toEqual([
    { ticketId, noteId: first, change: 'added', valueCents: 150_050, userId: by, by },
    { ticketId, noteId: second, change: 'added', valueCents: 2000, userId: by, by },
    { ticketId, noteId: first, change: 'removed', valueCents: 150_050, userId: by, by },
    { ticketId, noteId: second, change: 'removed', valueCents: 2000, userId: by, by: null },
  ]);
  expect(await scope.sql.rows(sql`select from tickets.note where ticket_id = ${ticketId}`)).toEqual([]);
});

it('A plugin receives a message with the state of its conversation, without a query', async () => {
  const desk = await office();
  const queueId = await desk.queue('Recepção');
  await desk.routeTo(queueId);
  const ana = await desk.attendant('Ana', [queueId]);
  const number = desk.number();
  const sentAt = new Date(Date.now() - 5_000);
  const { ticketId, messageId } = await desk.arrives(number, 'Bom dia', { sentAt });
  const second = await desk.arrives(number, 'Alguém aí?');
  await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
  const third = await desk.arrives(number, 'Obrigado');
  const receivedEvent = (id: number) => probe.received.find((one) => one.messageId === id);
  await eventually(() => receivedEvent(third.messageId));
  const place = { ticketId, queueId, connectionId: desk.connectionId, isGroup: false, automaticBy: null };
  const waiting = { ...place, status: 'pending', userId: null };
  expect(receivedEvent(messageId)).toMatchObject({
    ...waiting,
    isRouting: true,
    isRead: true,
    isFirst: true,
    at: sentAt.toISOString(),
  });
  expect(receivedEvent(second.messageId)).toMatchObject({ ...waiting, isRead: false, isFirst: false });
  expect(receivedEvent(third.messageId)).toMatchObject({ ...place, status: 'open', userId: ana.id, isFirst: false });
});
