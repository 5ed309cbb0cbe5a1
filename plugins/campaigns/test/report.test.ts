import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { lists } from '@balcao/contact-lists/contract';
import type { TestHost } from '@balcao/testing';
import { peopleOf } from '../server/report/shipping.ts';
import { campaignRoom, campaignsRoom, type CampaignView } from '../contract.ts';
import { Sender, startServer, type Failure } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  await host?.close();
  phones?.close();
});

test('A report lists people by card, exports them, and makes a list of them', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(25);
  phones.refusals.set(numbers[4] ?? '', { failure: 'refused', reason: 'blocked' });
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  phones.refusals.clear();
  await sender.arrives(numbers[0] ?? '', 'Quero!');
  await eventually(async () => (await sender.counts(id)).answered === 1);
  const { admin } = sender.company;
  const second = await admin.get<{ records: unknown[]; hasMore: boolean; count: number }>(
    `/campaigns/${id}/shipping?card=sent&pageNumber=2`,
  );
  expect([second.body.records.length, second.body.hasMore, second.body.count]).toEqual([4, false, 24]);
  expect(await sender.shipping(id, '?searchParam=Pessoa%2012')).toMatchObject([{ name: 'Pessoa 12' }]);
  const file = await fetch(`${host.url}/api/campaigns/${id}/export?card=failed`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const text = await file.text();
  expect(text.split('\r\n').slice(1)).toEqual([expect.stringContaining(`Pessoa 5;${numbers[4]};Falhou;blocked;1`), '']);
  const made = await admin.post<{ id: number }>(`/campaigns/${id}/list`, { name: 'Quem respondeu', card: 'answered' });
  expect(made.status).toBe(200);
  expect(await sender.company.scope('contact-lists').use(lists).count(made.body.id)).toBe(1);
  const hours = await admin.get<{ sent: number; answered: number }[]>(`/campaigns/${id}/hours`);
  expect(hours.body.reduce((sum, { sent }) => sum + sent, 0)).toBe(24);
  expect(hours.body.reduce((sum, { answered }) => sum + answered, 0)).toBe(1);
});

test('A list made of a report contains everybody after a person whose data was erased', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(6);
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  await sender.scope.sql.run(
    sql`update campaigns.recipient set name = '', number = '', address = ''
         where campaign_id = ${id} and number in (${numbers[0]}, ${numbers[3]})`,
  );
  const people: string[] = [];
  for await (const { number } of peopleOf(sender.scope, id, { card: 'sent' }, 2)) people.push(number);
  expect(people).toEqual([1, 2, 4, 5].map((index) => numbers[index]));
});

test('The numbers stay right when their changes are folded', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId } = await sender.list(10);
  const id = await sender.start({ contactListId, message2: 'Oi' });
  await sender.ends(id);
  const before = await sender.counts(id);
  await sender.scope.sql.run(sql`select campaigns.fold(${id}::int)`);
  await sender.scope.sql.run(sql`select campaigns.fold(${id}::int)`);
  expect(await sender.counts(id)).toEqual(before);
  const rows = await sender.scope.sql.one<{ count: number }>(sql`select count(*)::int as count from campaigns.tally`);
  expect(rows?.count).toBe(2);
});

test('An open report and list follow a campaign live', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId } = await sender.list(3);
  const { body } = await sender.create({ contactListId });
  const live = await sender.company.admin.live();
  await live.join(campaignsRoom, {});
  await live.join(campaignRoom, { campaignId: body.id });
  await sender.begin(body.id);
  await live.receives('progress', (data) => data['status'] === 'FINALIZADA', 30_000);
  await live.receives('update', (data) => (data['campaign'] as CampaignView).status === 'FINALIZADA', 30_000);
});

test('A repeated campaign is an inactive copy with the same file, which stays as long as one of them has it', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(1);
  const { body } = await sender.create({ contactListId });
  const { admin } = sender.company;
  const form = new FormData();
  form.append('file', new Blob([Buffer.from('%PDF-1.4 oferta')], { type: 'application/pdf' }), 'oferta.pdf');
  const stored = await admin.post<CampaignView>(`/campaigns/${body.id}/media-upload`, form);
  expect(stored).toMatchObject({ status: 200, body: { mediaName: 'oferta.pdf' } });
  const bad = new FormData();
  bad.append('file', new Blob([Buffer.from('oferta')], { type: 'text/plain' }), 'oferta.txt');
  const refused = await admin.post<Failure>(`/campaigns/${body.id}/media-upload`, bad);
  expect(refused).toMatchObject({ status: 400, body: { fields: { file: 'ERR_FILE_TYPE' } } });
  const copy = await admin.post<CampaignView>(`/campaigns/${body.id}/repeat`, { name: 'De novo' });
  expect(copy.body).toMatchObject({ name: 'De novo', status: 'INATIVA', repeats: body.id, mediaName: 'oferta.pdf' });
  expect((await admin.delete(`/campaigns/${body.id}`)).status).toBe(200);
  await sender.begin(copy.body.id);
  await sender.ends(copy.body.id);
  expect(phones.of(sender.connectionId)).toMatchObject([{ to: numbers[0], body: 'Olá Pessoa 1', file: 'oferta.pdf' }]);
});

test('Settings have the specified defaults, and custom variables need a name of their own', async () => {
  const company = await host.company({ settings: { campaignsEnabled: 'enabled' } });
  const { body } = await company.admin.get<{ key: string; value: string }[]>('/campaign-settings');
  const values = Object.fromEntries(body.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  expect(values).toMatchObject({
    messageInterval: 20,
    longerIntervalAfter: 20,
    greaterInterval: 60,
    variables: [],
    windowFrom: '08:00',
  });
  const variables = [
    { key: 'loja', value: 'Centro' },
    { key: '{loja}', value: 'Norte' },
  ];
  expect((await company.admin.post<object>('/campaign-settings', { settings: { variables } })).status).toBe(400);
  const saved = await company.admin.post<object>('/campaign-settings', {
    settings: { variables: variables.slice(0, 1) },
  });
  expect(saved.status).toBe(200);
});

test('People without the permission, and companies without the module, reach no campaign', async () => {
  const sender = await Sender.of(host);
  const attendant = await sender.company.person('user');
  expect((await attendant.get('/campaigns')).status).toBe(403);
  expect((await (await sender.company.person('gestor')).get('/campaigns')).status).toBe(200);
  const other = await host.company({});
  await other.disable('campaignsEnabled');
  expect((await other.admin.get('/campaigns')).status).toBe(404);
});

test('A report counts the reasons, and lists the people of one reason, of all others, and those who answered and stayed', async () => {
  const sender = await Sender.of(host);
  const { id: contactListId, numbers } = await sender.list(8);
  const refuse = (index: number, reason: string): void =>
    void phones.refusals.set(numbers[index] ?? '', { failure: 'refused', reason });
  for (const index of [0, 1]) refuse(index, '131026');
  refuse(2, 'blocked');
  refuse(3, 'too-large');
  await sender.set({ stopOnFailures: false });
  const id = await sender.start({ contactListId });
  await sender.ends(id);
  phones.refusals.clear();
  const { reasons } = await sender.counts(id);
  expect(reasons[0]).toEqual({ state: 'failed', reason: '131026', count: 2 });
  expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['131026', 'blocked', 'too-large']);
  const names = async (query: string) => (await sender.shipping(id, query)).map(({ name }) => name);
  expect(await names('?card=failed&reason=131026')).toEqual(['Pessoa 1', 'Pessoa 2']);
  const others = encodeURIComponent(JSON.stringify(['131026', 'blocked']));
  expect(await names(`?card=failed&notReasons=${others}`)).toEqual(['Pessoa 4']);
  const { admin } = sender.company;
  expect((await admin.get(`/campaigns/${id}/shipping?notReasons=x`)).status).toBe(400);
  const made = await admin.post<{ id: number }>(`/campaigns/${id}/list`, {
    name: 'Sem WhatsApp',
    card: 'failed',
    reason: '131026',
  });
  expect(await sender.company.scope('contact-lists').use(lists).count(made.body.id)).toBe(2);

  await sender.arrives(numbers[4] ?? '', 'Quero sim');
  await sender.arrives(numbers[5] ?? '', 'SAIR');
  await eventually(async () => (await sender.counts(id)).answered === 2);
  await eventually(async () => (await sender.counts(id)).optedOutAfter === 1);
  expect(await names('?card=answered')).toEqual(['Pessoa 5', 'Pessoa 6']);
  expect(await names('?card=wanted')).toEqual(['Pessoa 5']);
  expect(await names('?card=left')).toEqual(['Pessoa 6']);
  expect(await sender.campaign(id)).toMatchObject({ failed: 4, sent: 4 });
});
