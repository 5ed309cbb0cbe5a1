import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { connections, type InboundMessage } from '../contract.ts';
import { shelf } from './archive/shelf.ts';
import { ConnectionsFixture, startFixtures, type Answer } from './connections-fixture.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFixtures(inject('databaseUrl'));
});
afterAll(() => host?.close());
beforeEach(() => {
  shelf.batches = [];
  shelf.wanted.length = 0;
  shelf.ended = 0;
  shelf.calls.length = 0;
  shelf.release = async () => undefined;
  shelf.beforeBatch = async () => undefined;
});

const day = 86_400_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const texts = (number: string, index: number, more: Partial<InboundMessage> = {}): InboundMessage => ({
  externalId: `${number}-${index}`,
  from: { channel: 'archive', scope: '', kind: 'phone', value: number },
  name: `Cliente ${number.slice(-2)}`,
  number,
  body: `mensagem ${index}`,
  sentAt: ago(10 * day - index * 60_000),
  ...more,
});

test('Old messages can be imported within two years, and recent ones between the old date and now', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  const faultsOf = async (fields: object) => (await fixture.admin.put<Answer>(`/whatsapp/${id}`, fields)).body.fields;
  expect(await faultsOf({ importOldMessages: ago(800 * day) })).toEqual({ importOldMessages: 'errorImportOld' });
  expect(await faultsOf({ importOldMessages: ago(-day) })).toEqual({ importOldMessages: 'errorImportOld' });
  expect(await faultsOf({ importOldMessages: ago(day), importRecentMessages: ago(2 * day) })).toEqual({
    importRecentMessages: 'errorImportRecent',
  });
  expect(await faultsOf({ importOldMessages: ago(day), importRecentMessages: ago(-day) })).toEqual({
    importRecentMessages: 'errorImportRecent',
  });
  expect(await faultsOf({ importOldMessages: 'ontem' })).toHaveProperty('importOldMessages');
  const right = await fixture.admin.put<Answer>(`/whatsapp/${id}`, {
    importOldMessages: ago(day),
    importRecentMessages: ago(60_000),
  });
  expect([right.status, right.body.importProgress?.state]).toEqual([200, 'waiting']);
});

test('A connected connection that is to import old messages loses its session and shows a new code', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line();
  await fixture.admin.post(`/whatsappsession/${id}`);
  const { body } = await fixture.admin.put<Answer>(`/whatsapp/${id}`, { importOldMessages: ago(30 * day) });
  expect([body.status, body['qrcode']]).toEqual(['qrcode', `code-${id}`]);
  expect(shelf.calls).toEqual(['connect', 'disconnect', 'pair']);
  const again = await fixture.admin.put<Answer>(`/whatsapp/${id}`, { name: 'Outro nome' });
  expect([again.body.status, shelf.calls.length]).toEqual(['qrcode', 3]);
});

test('Old messages are imported once the connection is up: nobody is notified, and nothing is stored twice', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line({
    allowGroup: true,
    groupAsTicket: 'enabled',
    importOldMessages: ago(20 * day),
    importRecentMessages: ago(5 * day),
    closedTicketsPostImported: true,
  });
  const [ana, bia] = ['5511988880001', '5511988880002'];
  const group = {
    identity: { channel: 'archive', scope: '', kind: 'group', value: 'g1' },
    name: 'Condomínio',
  } as const;
  shelf.batches = [
    { messages: [texts(ana, 1), texts(ana, 2, { fromMe: true }), texts(bia, 1)], total: 6 },
    {
      messages: [
        texts(ana, 2, { fromMe: true }),
        texts(ana, 3),
        texts(bia, 9, { sentAt: ago(day) }),
        texts(bia, 8, { sentAt: ago(400 * day) }),
      ],
      total: 6,
    },
    { messages: [texts(bia, 5, { group })] },
  ];
  await fixture.admin.post(`/whatsappsession/${id}`);
  await eventually(async () => (await fixture.show(id)).importProgress?.state === 'done');
  expect((await fixture.show(id)).importProgress).toMatchObject({ total: 6, reason: null });
  expect(shelf.wanted).toHaveLength(1);

  const { body } = await fixture.admin.get<{ tickets: { id: number; status: string; unreadMessages: number }[] }>(
    '/tickets?status=closed&showAll=true',
  );
  expect(body.tickets.map(({ status, unreadMessages }) => [status, unreadMessages])).toEqual([
    ['closed', 0],
    ['closed', 0],
  ]);
  const received = await Promise.all(
    body.tickets.map(async (ticket) => {
      const { body: page } = await fixture.admin.get<{ messages: { body: string; fromMe: boolean }[] }>(
        `/messages/${ticket.id}`,
      );
      return page.messages.map((message) => `${message.fromMe ? '> ' : ''}${message.body}`);
    }),
  );
  expect(received.toSorted()).toEqual([['mensagem 1'], ['mensagem 1', '> mensagem 2', 'mensagem 3']]);
});

test('An import that fails is shown at its connection, and a channel without history reports that it has none', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line({ importOldMessages: ago(20 * day) });
  shelf.batches = [{ messages: [texts('5511988880003', 1)] }, 'breaks'];
  await fixture.admin.post(`/whatsappsession/${id}`);
  const failed = await eventually(async () => {
    const { importProgress } = await fixture.show(id);
    return importProgress?.state === 'failed' && importProgress;
  });
  expect(failed.reason).toBe('the network is gone');

  const plain = await fixture.line({ name: 'Sandbox', channel: 'sandbox', importOldMessages: ago(20 * day) });
  await fixture.admin.post(`/whatsappsession/${plain.id}`);
  await fixture.admin.post(`/sandbox/${plain.id}/pair`);
  const without = await eventually(async () => {
    const { importProgress } = await fixture.show(plain.id);
    return importProgress?.state === 'failed' && importProgress;
  });
  expect(without.reason).toBe('ERR_IMPORT_UNSUPPORTED');
});

test('A period changed during an import is imported after pairing', async () => {
  const fixture = await ConnectionsFixture.open(host);
  const { id } = await fixture.line({ importOldMessages: ago(20 * day) });
  const held = Promise.withResolvers<void>();
  shelf.beforeBatch = () => (shelf.wanted.length === 1 ? held.promise : Promise.resolve());
  shelf.batches = [{ messages: [texts('5511988880004', 1)] }, { messages: [texts('5511988880004', 2)] }];
  await fixture.admin.post(`/whatsappsession/${id}`);
  await eventually(async () => shelf.wanted.length === 1);

  const corrected = ago(30 * day);
  const { body } = await fixture.admin.put<Answer>(`/whatsapp/${id}`, { importOldMessages: corrected });
  expect([body.status, body.importProgress?.state]).toEqual(['qrcode', 'waiting']);
  held.resolve();
  // The import of the former period ends while the code is still shown.
  await eventually(async () => shelf.ended === 1);
  expect((await fixture.show(id)).importProgress).toMatchObject({ state: 'waiting', done: 0 });

  await fixture.company.scope('connections').use(connections).setStatus(id, { status: 'CONNECTED' });
  await eventually(async () => (await fixture.show(id)).importProgress?.state === 'done');
  expect(shelf.wanted.map(({ from }) => from.getTime())).toContain(corrected.getTime());
});
