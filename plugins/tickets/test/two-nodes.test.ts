import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { ticketRoom, type MessageView } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { SpecifiedClient } from './specified-client.ts';
import { eventually } from '@balcao/testing';

let first: TestHost;
let second: TestHost;
let desk: Attendance;
beforeAll(async () => {
  first = await startAttendance();
  desk = await Attendance.of(first);
  second = await startAttendance(first);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const arrivesAt = (host: TestHost, number: string, index: number, body: string) => {
  const message: InboundMessage = {
    externalId: `${number}-${index}`,
    from: { channel: 'test', scope: '', kind: 'phone', value: number },
    name: 'Cliente',
    number,
    body,
    sentAt: new Date(1_760_000_000_000 + index * 1000),
  };
  return host.kernel.scope(desk.company.id, 'tickets').use(channelInbox).message(desk.connectionId, message);
};

it('Two servers that receive the same people at the same time create one contact and one conversation of each', async () => {
  const numbers = Array.from({ length: 30 }, () => desk.number());
  const arrivals = numbers.flatMap((number) =>
    [0, 1, 2, 3].flatMap((index) => [first, second].map((host) => ({ host, number, index }))),
  );
  await Promise.all(
    arrivals
      .sort(() => Math.random() - 0.5)
      .map(({ host, number, index }) => arrivesAt(host, number, index, `linha ${index}`)),
  );
  const counted = await desk.company.scope('tickets').sql.one(
    sql`select (select count(*) from contacts.contact) as contacts, (select count(*) from tickets.ticket) as tickets,
               (select count(*) from tickets.message) as messages, (select sum(unread)::int from tickets.ticket) as unread`,
  );
  expect(counted).toEqual({ contacts: 30, tickets: 30, messages: 120, unread: 120 });
});

it('A message arriving at one server is published live to a person connected to the other', async () => {
  const number = desk.number();
  const { ticketUuid } = await arrivesAt(first, number, 0, 'oi');
  const live = await desk.admin.live();
  await live.join(ticketRoom, { uuid: ticketUuid });
  await arrivesAt(second, number, 1, 'do outro servidor');
  await live.receives('message', ({ message }) => (message as MessageView).body === 'do outro servidor');
});

it('A message arriving at one server is received once by a client of the specified protocol at the other', async () => {
  const number = desk.number();
  const { ticketId } = await arrivesAt(first, number, 0, 'oi');
  const live = await SpecifiedClient.of(first.url, desk.admin.token);
  await live.emit('joinMessageNotification', { showAll: true });
  await live.emit('joinTicketMessage', ticketId);
  await arrivesAt(second, number, 1, 'de longe');
  await live.hears('new-message', ({ message }) => (message as MessageView).body === 'de longe');
  await live.hears('message', ({ message }) => (message as MessageView).body === 'de longe');
  await arrivesAt(second, number, 2, 'e mais');
  await live.hears('new-message', ({ message }) => (message as MessageView).body === 'e mais');
  // The first one may still be on its way when the client joins.
  const heard = live.all('new-message').map(({ message }) => (message as MessageView).body);
  expect(heard.filter((body) => body !== 'oi')).toEqual(['de longe', 'e mais']);
  live.leave();
});

it('Two servers deliver each message once, in the order it was written', async () => {
  const { ticketId } = await arrivesAt(first, desk.number(), 0, 'oi');
  await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open' });
  const bodies = Array.from({ length: 20 }, (_, index) => `resposta ${index}`);
  for (const body of bodies) await desk.admin.post(`/messages/${ticketId}`, { body });
  await eventually(() => provider.accepted.some(({ body }) => body === 'resposta 19'));
  expect(provider.accepted.map(({ body }) => body).filter((body) => body.startsWith('resposta'))).toEqual(bodies);
});
