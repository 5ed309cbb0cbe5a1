import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { Sender, startServer, type Failure } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
beforeEach(() => {
  phones.refusals.clear();
  phones.delay = 0;
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

const paused = (sender: Sender, id: number, reason: string) =>
  eventually(async () => {
    const { pause } = await sender.campaign(id);
    return pause?.reason === reason && pause;
  });
const drop = (sender: Sender) =>
  sender.company
    .scope('connections')
    .sql.run(sql`update connections.connection set status = 'DISCONNECTED' where id = ${sender.connectionId}`);

test('While its connection is down a campaign is moved to another one, and everybody still gets it once', async () => {
  const sender = await Sender.of(host);
  const reserve = await sender.another();
  await sender.set({ messageInterval: 1 });
  const { id: contactListId, numbers } = await sender.list(6);
  const id = await sender.start({ contactListId });
  await eventually(() => phones.of(sender.connectionId).length >= 2);
  await drop(sender);
  await paused(sender, id, 'connection-down');
  await sender.set({ messageInterval: 0 });
  const { admin } = sender.company;
  const moved = await admin.post(`/campaigns/${id}/connection`, { whatsappId: reserve });
  expect(moved).toMatchObject({ status: 200, body: { status: 'EM_ANDAMENTO', whatsappId: reserve, pause: null } });
  await sender.ends(id);
  const [before, after] = [phones.of(sender.connectionId), phones.of(reserve)];
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(after.length).toBeGreaterThan(0);
  expect([...before, ...after].map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
  expect(await admin.post(`/campaigns/${id}/connection`, { whatsappId: sender.connectionId })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CAMPAIGN_STATUS', context: { status: 'FINALIZADA' } },
  });
});

test('Of two people who change the connection at once, one is told that the other was faster', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  const [second, third] = [await sender.another(), await sender.another()];
  const { id: contactListId, numbers } = await sender.list(30);
  await drop(sender);
  const id = await sender.start({ contactListId });
  await paused(sender, id, 'connection-down');
  const move = (whatsappId: number) =>
    admin.post<Failure & { whatsappId?: number }>(`/campaigns/${id}/connection`, {
      whatsappId,
      from: sender.connectionId,
    });
  const answers = await Promise.all([move(second), move(third)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body.whatsappId ?? 0;
  const refused = { status: 409, body: { error: 'ERR_CAMPAIGN_CHANGED', context: { whatsappId: winner } } };
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refused);
  // A person who looked at the list before that learns it too, even much later.
  expect(await move(winner === second ? third : second)).toMatchObject(refused);
  await sender.ends(id);
  expect(
    phones
      .of(winner)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(numbers.toSorted());
  expect(phones.received.filter(({ connectionId }) => [second, third].includes(connectionId))).toHaveLength(30);
});

test('A campaign is not moved to a connection that lacks its template, or of another company', async () => {
  const sender = await Sender.of(host, 'test-windowed');
  const plain = await sender.another();
  const { id: contactListId } = await sender.list(1);
  const template = { name: 'oferta', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
  await drop(sender);
  const id = await sender.start({ contactListId, message1: '', template });
  const move = (whatsappId: number) =>
    sender.company.admin.post<Failure>(`/campaigns/${id}/connection`, { whatsappId });
  expect(await move(plain)).toMatchObject({ status: 400, body: { fields: { template: 'ERR_NO_TEMPLATE_FOUND' } } });
  const stranger = await Sender.of(host);
  expect(await move(stranger.connectionId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
  expect((await sender.campaign(id)).whatsappId).toBe(sender.connectionId);
});

/** The log of a conversation tells of a message that left, and of one that was taken back that it was. */
const logsSay = async (sender: Sender, id: number, arrived: number): Promise<void> => {
  const rows = await sender.scope.sql.rows<{ state: string; entries: string[] }>(
    sql`select r.state, array_agg(l.type order by l.id) as entries
          from campaigns.recipient r join tickets.log l on l.company_id = r.company_id and l.ticket_id = r.ticket_id
         where r.campaign_id = ${id} and l.type like 'campaigns.%' group by r.id, r.state`,
  );
  const left = rows.filter(({ entries }) => entries.join() === 'campaigns.sent');
  expect(left).toHaveLength(arrived);
  const others = rows.filter(({ entries }) => entries.join() !== 'campaigns.sent');
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ state, entries }) => `${state} ${entries.join()}`))).toEqual(
    new Set(['waiting campaigns.sent,campaigns.withdrawn']),
  );
};

test('At full speed, cancelling takes back what waits behind other messages, and a restart writes to exactly those', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(150);
  phones.delay = 400;
  const id = await sender.start({ contactListId });
  await eventually(() => phones.of(sender.connectionId).length > 0);
  const { admin } = sender.company;
  expect((await admin.post(`/campaigns/${id}/cancel`)).status).toBe(200);
  // The messages that the channel holds at that moment arrive: ten at once on a channel without limits.
  const atCancel = phones.of(sender.connectionId).length;
  phones.delay = 0;
  await eventually(async () => (await sender.counts(id)).released === 0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const arrived = phones.of(sender.connectionId).length;
  expect(arrived - atCancel).toBeLessThanOrEqual(10);
  expect((await sender.counts(id)).waiting).toBe(150 - arrived);
  await logsSay(sender, id, arrived);
  expect((await admin.post(`/campaigns/${id}/restart`)).status).toBe(200);
  await sender.ends(id);
  expect(
    phones
      .of(sender.connectionId)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(numbers.toSorted());
});

test('When the provider asks for a pause, the campaign says until when it waits, and goes on afterwards', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(3);
  phones.refusals.set(numbers[0] ?? '', { failure: 'retry', reason: '130429', retryAfter: 8 });
  const id = await sender.start({ contactListId });
  const { until } = await paused(sender, id, 'throttled');
  expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now());
  phones.refusals.clear();
  await sender.ends(id);
  expect(phones.of(sender.connectionId)).toHaveLength(3);
});

test('A number that falls away while messages leave is no failure of their people', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(12);
  for (const number of numbers) phones.refusals.set(number, { failure: 'disconnected', reason: 'no-link' });
  const id = await sender.start({ contactListId });
  await eventually(async () => (await sender.counts(id)).released > 0);
  await drop(sender);
  await paused(sender, id, 'connection-down');
  expect(await sender.counts(id)).toMatchObject({ failed: 0 });
  // The messages that were just leaving have come back.
  const leaving = () =>
    sender.company.scope('tickets').sql.one<{ count: number }>(
      sql`select count(*)::int as count from tickets.bulk b join tickets.message m on m.company_id = b.company_id and m.id = b.message_id
           where b.released_at is not null and m.failure is null`,
    );
  await eventually(async () => (await leaving())?.count === 0);
  phones.refusals.clear();
  const reserve = await sender.another();
  await sender.company.admin.post(`/campaigns/${id}/connection`, { whatsappId: reserve });
  await sender.ends(id);
  expect(
    phones
      .of(reserve)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(numbers.toSorted());
});
