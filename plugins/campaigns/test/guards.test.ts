import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { CampaignPreview } from '../contract.ts';
import { wakeRunner } from '../server/release/wake.ts';
import { Sender, startServer } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
// Companies of these tests use the same numbers.
beforeEach(() => {
  phones.refusals.clear();
  phones.unknown.clear();
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
const setStatus = (sender: Sender, status: string) =>
  sender.company
    .scope('connections')
    .sql.run(sql`update connections.connection set status = ${status} where id = ${sender.connectionId}`);

test('Two campaigns of one connection share its pace: no gap is shorter than the interval, and the longer pause comes in its place', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1, longerIntervalAfter: 3, greaterInterval: 3 });
  const [one, two] = [await sender.list(4), await sender.list(3, { name: 'Outros' })];
  const ids = [await sender.start({ contactListId: one.id }), await sender.start({ contactListId: two.id })];
  for (const id of ids) await sender.ends(id);
  const times = phones.of(sender.connectionId).map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times).toHaveLength(7);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  // A busy machine may make any gap longer, but not all of them.
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = gaps;
  expect(Math.min(third, sixth)).toBeGreaterThanOrEqual(3000);
  expect(Math.max(Math.min(first, second), Math.min(fourth, fifth))).toBeLessThan(3000);
});

test('Outside the send hours a campaign waits, and says until when', async () => {
  const sender = await Sender.of(host);
  const day = new Date(Date.now() - 3 * 3_600_000).getUTCDay();
  await sender.set({ windowDays: [(day + 3) % 7] });
  const { id: contactListId } = await sender.list(2);
  const id = await sender.start({ contactListId });
  const pause = await paused(sender, id, 'window');
  expect(Date.parse(pause.until ?? '')).toBeGreaterThan(Date.now() + 86_400_000);
  expect(phones.of(sender.connectionId)).toEqual([]);
  await sender.set({ windowDays: [0, 1, 2, 3, 4, 5, 6] });
  await sender.ends(id);
});

test('A campaign in which nobody is left ends even while its connection is down or its send hours are over', async () => {
  const left = (sender: Sender, id: number) =>
    sender.scope.sql.run(
      sql`update campaigns.recipient set state = 'skipped', reason = 'invalid', settled_at = now() where campaign_id = ${id}`,
    );
  const down = await Sender.of(host);
  await setStatus(down, 'DISCONNECTED');
  const first = await down.start({ contactListId: (await down.list(2)).id });
  await paused(down, first, 'connection-down');
  await left(down, first);
  const late = await Sender.of(host);
  await late.set({ windowDays: [(new Date(Date.now() - 3 * 3_600_000).getUTCDay() + 3) % 7] });
  const second = await late.start({ contactListId: (await late.list(2)).id });
  await paused(late, second, 'window');
  await left(late, second);
  for (const [sender, id] of [
    [down, first],
    [late, second],
  ] as const) {
    await wakeRunner(sender.scope, sender.connectionId);
    expect((await sender.ends(id)).pause).toBeNull();
  }
});

test('Many failures stop a campaign until a person continues it', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(400);
  for (const number of numbers) phones.refusals.set(number, { failure: 'refused', reason: 'blocked' });
  await sender.set({ messageInterval: 0 });
  const id = await sender.start({ contactListId });
  await paused(sender, id, 'failures');
  phones.refusals.clear();
  expect((await sender.company.admin.post(`/campaigns/${id}/continue`)).status).toBe(200);
  await eventually(async () => (await sender.counts(id)).sent > 10);
  expect((await sender.campaign(id)).pause).toBeNull();
  const { failed } = await sender.counts(id);
  expect(failed).toBeGreaterThan(5);
  // No more than were on the way, and the few that are no reason to stop.
  expect(failed).toBeLessThanOrEqual(205);
  await sender.company.admin.post(`/campaigns/${id}/cancel`);
  expect((await sender.shipping(id, '?card=failed'))[0]).toMatchObject({ state: 'failed', reason: 'blocked' });
});

test('A restricted account stops every campaign of its connection', async () => {
  const sender = await Sender.of(host);
  await sender.set({ messageInterval: 1 });
  const [one, two] = [await sender.list(3), await sender.list(3, { name: 'Outros' })];
  phones.refusals.set(one.numbers[0] ?? '', { failure: 'refused', reason: '131048' });
  const ids = [await sender.start({ contactListId: one.id }), await sender.start({ contactListId: two.id })];
  for (const id of ids) await paused(sender, id, 'restricted');
  const before = phones.of(sender.connectionId).length;
  await new Promise((resolve) => {
    setTimeout(resolve, 2_000);
  });
  expect(phones.of(sender.connectionId)).toHaveLength(before);
});

test('While the connection is down nothing is released, and it goes on by itself afterwards', async () => {
  const sender = await Sender.of(host);
  await setStatus(sender, 'DISCONNECTED');
  const { id: contactListId } = await sender.list(3);
  const id = await sender.start({ contactListId });
  await paused(sender, id, 'connection-down');
  expect(await sender.counts(id)).toMatchObject({ waiting: 3, released: 0 });
  await setStatus(sender, 'CONNECTED');
  await sender.company.admin.post('/campaign-settings', { settings: {} });
  await sender.ends(id);
});

test('A young pairing sends its daily limit and continues the next day', async () => {
  const sender = await Sender.of(host, 'test-paired');
  await sender.set({ warmUp: true });
  const { id: contactListId } = await sender.list(25);
  const id = await sender.start({ contactListId });
  const pause = await paused(sender, id, 'cap');
  expect(pause.detail).toBe('20');
  await eventually(async () => (await sender.counts(id)).sent === 20);
  expect(phones.of(sender.connectionId)).toHaveLength(20);
  await sender.scope.sql.run(sql`update campaigns.pace set day = day - 1`);
  await sender.set({ warmUp: true });
  await sender.ends(id);
  expect(phones.of(sender.connectionId)).toHaveLength(25);
});

test('A number that does not exist is found out just before its turn, and nothing is sent to it', async () => {
  const sender = await Sender.of(host);
  await sender.set({ checkNumbers: true });
  const { id: contactListId, numbers } = await sender.list(1);
  phones.unknown.add(numbers[0] ?? '');
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  expect(phones.checked).toContain(numbers[0]);
  expect(phones.of(sender.connectionId)).toEqual([]);
  expect((await sender.shipping(id))[0]).toMatchObject({ state: 'skipped', reason: 'invalid' });
});

test('A person who is being attended waits until that conversation ends', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(2);
  const { ticketId } = await sender.arrives(numbers[0] ?? '', 'Quero reclamar');
  const id = await sender.start({ contactListId });
  await eventually(async () => (await sender.counts(id)).sent === 1);
  expect(phones.of(sender.connectionId).map(({ to }) => to)).toEqual([numbers[1]]);
  const { admin } = sender.company;
  await admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  await sender.scope.sql.run(sql`update campaigns.recipient set not_before = now() where not_before is not null`);
  await sender.set({ messageInterval: 0 });
  await sender.ends(id);
  expect(
    phones
      .of(sender.connectionId)
      .filter(({ body }) => body.startsWith('Olá'))
      .map(({ to }) => to),
  ).toEqual([numbers[1], numbers[0]]);
});

test('Templates go to people whose window is closed, with their own values', async () => {
  const sender = await Sender.of(host, 'test-windowed');
  const { id: contactListId } = await sender.list(2);
  expect((await sender.company.admin.get(`/campaigns/templates?whatsappId=${sender.connectionId}`)).body).toMatchObject(
    {
      needsTemplate: true,
      templates: [{ name: 'oferta' }, { name: 'lembrete' }],
    },
  );
  const template = { name: 'oferta', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
  expect(
    (await sender.create({ contactListId, message1: '', template: { ...template, variables: {} } })).body.fields,
  ).toEqual({
    template: 'ERR_TEMPLATE_VALUES',
  });
  const id = await sender.start({ contactListId, message1: '', template });
  await sender.ends(id);
  expect(phones.of(sender.connectionId).map(({ body, template: name }) => [name, body])).toEqual([
    ['oferta', 'Olá Pessoa 1, temos uma oferta.'],
    ['oferta', 'Olá Pessoa 2, temos uma oferta.'],
  ]);
});

test('A preview tells whom a campaign would reach, how long it takes and what can go wrong', async () => {
  const sender = await Sender.of(host, 'test-paired');
  await sender.set({
    messageInterval: 20,
    longerIntervalAfter: 20,
    greaterInterval: 60,
    warmUp: true,
    windowFrom: '08:00',
    windowUntil: '20:00',
  });
  const { id: contactListId, numbers } = await sender.list(30);
  await sender.company.admin.post('/campaign-opt-outs', { number: numbers[0] });
  const { status, body } = await sender.company.admin.post<CampaignPreview>('/campaigns/preview', {
    whatsappId: sender.connectionId,
    contactListId,
    dddFilters: [11],
    message1: 'Olá {nome}',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    found: 30,
    outside: 0,
    duplicates: 0,
    invalid: 0,
    optedOut: 1,
    remaining: 29,
    dailyCap: 20,
  });
  expect(body.samples.map(({ name }) => name)).toEqual(['Pessoa 1', 'Pessoa 2', 'Pessoa 3']);
  expect(body.samples[0]).toMatchObject({ question: null, text: expect.stringContaining('Olá Pessoa 1') });
  const asked = await sender.company.admin.post<CampaignPreview>('/campaigns/preview', {
    whatsappId: sender.connectionId,
    contactListId,
    dddFilters: [11],
    message1: 'Olá {nome}',
    confirmation: true,
    confirmationMessage1: 'Posso falar, {nome}?',
    optOutFooter: false,
  });
  expect(asked.body.samples[1]).toMatchObject({ question: 'Posso falar, Pessoa 2?', text: 'Olá Pessoa 2' });
  expect(body.warnings.map(({ code }) => code)).toEqual(['young-connection', 'same-text']);
  // Twenty today, nine tomorrow.
  expect(body.durationSeconds).toBeGreaterThan(3_600);
});

test('A test goes to one number at once', async () => {
  const sender = await Sender.of(host);
  const number = sender.number();
  const { status } = await sender.company.admin.post('/campaigns/test', {
    whatsappId: sender.connectionId,
    number: `(11) ${number.slice(4, 9)}-${number.slice(9)}`,
    message1: 'Teste para {numero}',
    optOutFooter: false,
  });
  expect(status).toBe(200);
  await eventually(() => phones.of(sender.connectionId).length === 1);
  expect(phones.of(sender.connectionId)[0]).toMatchObject({ to: number, body: `Teste para ${number}` });
});

test('Receipts that come in the moment in which their messages are counted wait for each other, and none is lost', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId } = await sender.list(2);
  await sender.ends(await sender.start({ contactListId }));
  const rows = await sender.scope.sql.rows<{ id: number; messageId: number }>(
    sql`select id, message_id as "messageId" from campaigns.recipient order by position`,
  );
  const [later, earlier] = rows;
  if (!later || !earlier) throw new Error('two people were expected');
  const { scope } = sender;
  const store = (id: number, messageId: number | null) =>
    scope.sql.run(
      sql`update campaigns.recipient set state = 'released', message_id = ${messageId}::bigint where id = ${id}`,
    );
  // The one whose turn was first has the later message.
  const messages = [later.messageId, earlier.messageId].toSorted((one, other) => one - other);
  await store(later.id, null);
  await store(earlier.id, messages[0] ?? null);
  await store(later.id, messages[1] ?? null);
  const counted = await scope.tx(async (inner) => {
    const receipt = (id: number) =>
      inner.sql.run(sql`update campaigns.recipient set state = 'delivered' where id = ${id}`);
    await receipt(earlier.id);
    const pending = scope.sql.one<{ settled: number }>(
      sql`select settled from campaigns.settle(${sender.connectionId}::int)`,
    );
    await eventually(async () => {
      const { rows: waiting } = await host.kernel.database.owner.query(
        `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where not l.granted and a.datname = current_database() and a.query like '%campaigns.settle%'`,
      );
      return waiting.length > 0;
    });
    await receipt(later.id);
    return { pending };
  });
  expect(await counted.pending).toEqual({ settled: 0 });
  expect(await scope.sql.rows<{ state: string }>(sql`select state from campaigns.recipient order by position`)).toEqual(
    [{ state: 'delivered' }, { state: 'delivered' }],
  );
});
