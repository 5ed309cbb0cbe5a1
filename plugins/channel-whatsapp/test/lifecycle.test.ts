import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { connections } from '@balcao/connections/contract';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { retryOpening } from '../contract.ts';
import { companiesToOpen, retryOpeningNow } from '../server/connection/retry-opening.ts';
import { simulatorFrom } from '../server/network.ts';
import type { WhatsAppNetwork } from './network/network.ts';
import { WhatsAppFixture, openHost, openNetwork } from './whatsapp-fixture.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;
const log: string[] = [];

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'), (line) => log.push(line));
}, 60_000);
afterAll(async () => {
  await host?.close();
  close?.();
});

const keysOf = async ({ connectionId }: WhatsAppFixture): Promise<{ creds: string[]; keys: string[] }> => {
  const { owner } = host.kernel.database;
  const lines = await owner.query<{ creds: string }>(
    'select creds from channel_whatsapp.device where connection_id = $1',
    [connectionId],
  );
  const keys = await owner.query<{ value: string }>('select value from channel_whatsapp.key where connection_id = $1', [
    connectionId,
  ]);
  return { creds: lines.rows.map(({ creds }) => creds), keys: keys.rows.map(({ value }) => value) };
};

test('A linked connection is up again after a restart of the server without being linked again', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const { logins } = network.account(fixture.number);
  const sessions = fixture.company.scope('channel-whatsapp').sessions;
  const line = { kind: 'session', id: 'channel-whatsapp.connection' } as const;
  await sessions.unwant(line, String(fixture.connectionId));
  await sessions.want(line, String(fixture.connectionId));
  await eventually(() => network.account(fixture.number).logins > logins);
  await fixture.becomes('CONNECTED');
  expect(network.account(fixture.number).device).toBe(1);
});

test('A connection sends WhatsApp the version that the platform set, and text is refused as a version', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  const root = await host.superUser();
  const set = (data: string) =>
    root.put<{ error?: string }>('/companySettings', {
      column: 'whatsappWebVersion',
      data,
      companyId: fixture.company.id,
    });
  for (const wrong of ['a mais nova', '2.3000', '2.3000.1.5', '-1.0.0'])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
  await fixture.link();
  const usual = network.account(fixture.number).version;
  expect(usual).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await set('2.3000.0')).status).toBe(200);
  const sessions = fixture.company.scope('channel-whatsapp').sessions;
  const line = { kind: 'session', id: 'channel-whatsapp.connection' } as const;
  await sessions.unwant(line, String(fixture.connectionId));
  await sessions.want(line, String(fixture.connectionId));
  await eventually(() => network.account(fixture.number).version === '2.3000.0');
  await fixture.becomes('CONNECTED');
});

test('Trying again on a line that is already connected leaves it connected', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const { logins } = network.account(fixture.number);
  // A screen that still shows the line as not connected offers to retry.
  const { body } = await fixture.admin.post<{ status: string }>(`/whatsappsession/${fixture.connectionId}`);
  expect(body.status).toBe('CONNECTED');
  await fixture.becomes('CONNECTED');
  expect(network.account(fixture.number).logins).toBe(logins);
});

test('A line whose node was killed before its session was started is started later', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  const scope = fixture.company.scope('channel-whatsapp');
  await scope.use(connections).setStatus(fixture.connectionId, { status: 'OPENING' });
  await retryOpeningNow(scope);
  // Another node may just be starting it.
  expect((await fixture.line()).status).toBe('OPENING');
  const found = () => companiesDue(host, companiesToOpen);
  expect(await found()).not.toContain(fixture.company.id);
  await host.kernel.database.owner.query(
    `update connections.connection set updated_at = now() - interval '3 minutes' where id = $1`,
    [fixture.connectionId],
  );
  expect(await found()).toContain(fixture.company.id);
  await doneByJob(host, retryOpening, async () => (await fixture.line()).status === 'qrcode');
  expect(await found()).not.toContain(fixture.company.id);
});

test('When the phone removes the device, the connection shows that and deletes its keys', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const before = await keysOf(fixture);
  expect(before.creds).toHaveLength(1);
  expect(before.keys.length).toBeGreaterThan(100);
  network.removeDevice(fixture.number);
  await fixture.becomes('DISCONNECTED');
  expect(await keysOf(fixture)).toEqual({ creds: [], keys: [] });
  network.scan(await fixture.code(), fixture.number);
  await fixture.becomes('CONNECTED');
});

test('Disconnecting removes the device from the phone and its keys from the database', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  await fixture.admin.delete(`/whatsappsession/${fixture.connectionId}`);
  await fixture.becomes('DISCONNECTED');
  expect(network.account(fixture.number).isLinked).toBe(false);
  expect(await keysOf(fixture)).toEqual({ creds: [], keys: [] });
});

test('A new code unlinks the previous device', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  await fixture.code(true);
  expect(network.account(fixture.number).isLinked).toBe(false);
  network.scan(await eventually(async () => (await fixture.line()).qrcode || undefined), fixture.number);
  await fixture.becomes('CONNECTED');
  expect(network.account(fixture.number).device).toBe(2);
});

test('Keys are stored encrypted, and another company cannot decrypt them', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  await fixture.conversation('5511966660001', 'Segredo nosso');
  const { creds, keys } = await keysOf(fixture);
  for (const sealed of [...creds, ...keys]) {
    const text = sealed
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join();
    for (const word of ['private', 'noiseKey', 'Segredo', fixture.number]) expect(text).not.toContain(word);
  }
  const stranger = await WhatsAppFixture.open(host, network);
  const query = sql`select 1 from channel_whatsapp.key where connection_id = ${fixture.connectionId}`;
  expect(await stranger.company.scope('channel-whatsapp').sql.rows(query)).toEqual([]);
});

test('A connection with one network error after the other does not stop the others from working', async () => {
  const [ill, well] = [await WhatsAppFixture.open(host, network), await WhatsAppFixture.open(host, network)];
  await ill.link();
  await well.link();
  network.barred.add(ill.number);
  network.cut(ill.number);
  await ill.becomes('OPENING');
  await well.conversation('5511966660002', 'Comigo tudo bem');
  network.barred.delete(ill.number);
  await ill.becomes('CONNECTED');
});

test('The log contains no texts, no people and no keys', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const ticketId = await fixture.conversation('5511966660003', 'Assunto reservado');
  await fixture.write(ticketId, 'Resposta reservada');
  await eventually(() => network.reached.some(({ to }) => to === '5511966660003'));
  network.removeDevice(fixture.number);
  await fixture.becomes('DISCONNECTED');
  const text = log.join('\\n');
  for (const secret of ['reservad', '5511966660003', fixture.number, 'privKey', 'Closing session', 'wa.me'])
    expect(text).not.toContain(secret);
});

test('The seam for tests is refused in production and for other computers', () => {
  const seam = network.seam;
  expect(simulatorFrom({ WHATSAPP_WEB_SIMULATOR: seam })?.url).toContain('127.0.0.1');
  expect(simulatorFrom({})).toBeUndefined();
  expect(() => simulatorFrom({ WHATSAPP_WEB_SIMULATOR: seam, NODE_ENV: 'production' })).toThrow(
    'refused in production',
  );
  for (const other of [{ url: 'ws://example.com/ws/chat' }, { files: 'example.com' }]) {
    const elsewhere = JSON.stringify({ ...JSON.parse(seam), ...other });
    expect(() => simulatorFrom({ WHATSAPP_WEB_SIMULATOR: elsewhere })).toThrow('this computer');
  }
});
