import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { queues } from '@balcao/queues/contract';
import { tickets as ticketsService, type TicketView, type Tickets } from '../contract.ts';
import { Attendance, startAttendance } from './attendance.ts';
import { probe, resetProbe } from './automation/probe.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  resetProbe();
  host = await startAttendance(undefined, [path.join(import.meta.dirname, 'automation')]);
});
afterAll(() => host?.close());

const service = (desk: Attendance): Tickets => desk.company.scope('tickets').use(ticketsService);

it('A plugin reads the end of a conversation, and the messages before one of it', async () => {
  const desk = await Attendance.of(host);
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'um');
  for (const body of ['dois', 'três']) await desk.arrives(number, body, { choice: body });
  await service(desk).send(ticketId, { body: 'quatro' });
  const last = await service(desk).messages(ticketId, { limit: 2 });
  expect(last.map(({ body, choice }) => [body, choice])).toEqual([
    ['três', 'três'],
    ['quatro', null],
  ]);
  const before = await service(desk).messages(ticketId, { before: last[0]?.id ?? 0 });
  expect(before.map(({ body }) => body)).toEqual(['um', 'dois']);
  await expect(service(desk).messages(ticketId, { before: 999_999 })).rejects.toMatchObject({ status: 404 });
  await expect(service(desk).messages(999_999)).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' });
});

it('A plugin that locked a conversation reads what stays true until its transaction ends', async () => {
  const desk = await Attendance.of(host);
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'oi');
  let arrival: Promise<unknown> = Promise.resolve();
  const read = await desk.company.scope('tickets').tx(async (inner) => {
    const locks = [await inner.use(ticketsService).lock(ticketId), await inner.use(ticketsService).lock(999_999)];
    const elsewhere = await desk.company.scope('tickets').tx((other) => other.use(ticketsService).lock(ticketId));
    arrival = desk.arrives(number, 'de novo');
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { locks, elsewhere, count: (await inner.use(ticketsService).messages(ticketId)).length };
  });
  expect(read).toEqual({ locks: [true, false], elsewhere: false, count: 1 });
  await arrival;
  expect(await service(desk).messages(ticketId)).toHaveLength(2);
});

it('A plugin shows the customer that somebody is typing', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  provider.presence.length = 0;
  await service(desk).typing(ticketId);
  await service(desk).typing(ticketId, 'paused');
  expect(provider.presence).toEqual(['composing', 'paused']);
});

it('A plugin lists, counts and searches all conversations, page by page', async () => {
  const desk = await Attendance.of(host);
  const queueId = await desk.queue('Vendas');
  const ids: number[] = [];
  for (const body of ['primeira', 'segunda', 'terceira']) ids.push((await desk.arrives(desk.number(), body)).ticketId);
  const [first = 0, , third = 0] = ids;
  await service(desk).route(first, { queueId });
  await service(desk).close(third, { justClose: true });
  const listed = async (query: Parameters<Tickets['list']>[0]) => {
    const { tickets, hasMore, count } = await service(desk).list(query);
    return { ids: tickets.map(({ id }) => id).toSorted((a, b) => a - b), hasMore, count };
  };
  expect(await listed({})).toEqual({ ids, hasMore: false, count: 3 });
  expect(await listed({ status: 'pending', queueIds: [queueId] })).toEqual({ ids: [first], hasMore: false, count: 1 });
  expect(await listed({ search: 'terceira' })).toEqual({ ids: [third], hasMore: false, count: 1 });
  expect(await listed({ connectionId: 0 })).toEqual({ ids: [], hasMore: false, count: 0 });
  const contactId = (await service(desk).find(first))?.contactId ?? 0;
  expect(await listed({ contactId })).toEqual({ ids: [first], hasMore: false, count: 1 });
  expect(await listed({ pageSize: 2 })).toMatchObject({ hasMore: true, count: 3 });
  expect(await listed({ pageSize: 2, page: 2 })).toMatchObject({ ids: [expect.any(Number)], hasMore: false });
  expect(await service(desk).count()).toBe(3);
  expect(await service(desk).count({ status: 'closed' })).toBe(1);
  expect(await service(desk).count({ search: 'segunda' })).toBe(1);
  const { messages } = await service(desk).search('terceira');
  expect(messages).toMatchObject([{ ticketId: third, status: 'closed' }]);
});

it('A plugin sends as the company, as a person, and data beside text and files', async () => {
  const desk = await Attendance.of(host, { 'plugin:test-automation': 'enabled' });
  const ana = await desk.attendant('Ana');
  const { ticketId } = await desk.accepted(ana);
  probe.queued.length = 0;
  const byAna = await service(desk).send(ticketId, { body: 'Bom dia', by: ana.id });
  const byNobody = await service(desk).send(ticketId, { body: 'Aviso', by: null });
  expect([byAna.user?.name, byNobody.user]).toEqual(['Ana', null]);
  await expect(service(desk).send(ticketId, { body: 'quem?', by: 999_999 })).rejects.toMatchObject({
    code: 'ERR_NO_USER_FOUND',
  });
  const data = { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' } as const;
  const place = await service(desk).send(ticketId, { body: '', data });
  expect(place.dataJson).toEqual(data);
  expect(place.body).toContain('Loja');
  const { body } = await desk.admin.get<TicketView>(`/tickets/${ticketId}`);
  expect(body.lastMessageType).toBe('location');
  await eventually(() => probe.queued.length >= 3);
  expect(probe.queued).toEqual([
    { messageId: byAna.id, userId: ana.id, at: byAna.createdAt },
    { messageId: byNobody.id, userId: null, at: byNobody.createdAt },
    { messageId: place.id, userId: null, at: place.createdAt },
  ]);
});

it('A plugin reads the members of a queue', async () => {
  const desk = await Attendance.of(host);
  const queueId = await desk.queue('Suporte');
  const people = [await desk.attendant('Bia', [queueId]), await desk.attendant('Ana', [queueId])];
  await desk.attendant('Caio');
  const members = await desk.company.scope('queues').use(queues).members(queueId);
  expect(members).toEqual([
    { id: people[1]?.id, name: 'Ana' },
    { id: people[0]?.id, name: 'Bia' },
  ]);
  expect(await desk.company.scope('queues').use(queues).members(0)).toEqual([]);
});
