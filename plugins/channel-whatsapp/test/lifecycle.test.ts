import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/sdk/testing';
import { simulatorFrom } from '../server/network.ts';
import type { WhatsAppNetwork } from './network/network.ts';
import { eventually, Office, openHost, openNetwork } from './office.ts';

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

const keysOf = async ({ connectionId }: Office): Promise<{ creds: string[]; keys: string[] }> => {
  const { owner } = host.kernel.database;
  const lines = await owner.query<{ creds: string }>(
    'select creds from channel_whatsapp.line where connection_id = $1',
    [connectionId],
  );
  const keys = await owner.query<{ value: string }>('select value from channel_whatsapp.key where connection_id = $1', [
    connectionId,
  ]);
  return { creds: lines.rows.map(({ creds }) => creds), keys: keys.rows.map(({ value }) => value) };
};

test('A linked connection is up again after a restart of the server without being linked again', async () => {
  const office = await Office.open(host, network);
  await office.link();
  const { logins } = network.account(office.number);
  const sessions = office.company.scope('channel-whatsapp').sessions;
  const line = { kind: 'session', id: 'channel-whatsapp.line' } as const;
  await sessions.unwant(line, String(office.connectionId));
  await sessions.want(line, String(office.connectionId));
  await eventually(() => network.account(office.number).logins > logins);
  await office.becomes('CONNECTED');
  expect(network.account(office.number).device).toBe(1);
});

test('A connection sends WhatsApp the version that the platform set, and text is refused as a version', async () => {
  const office = await Office.open(host, network);
  const root = await host.superUser();
  const set = (data: string) =>
    root.put<{ error?: string }>('/companySettings', {
      column: 'whatsappWebVersion',
      data,
      companyId: office.company.id,
    });
  for (const wrong of ['a mais nova', '2.3000', '2.3000.1.5', '-1.0.0'])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
  await office.link();
  const usual = network.account(office.number).version;
  expect(usual).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await set('2.3000.0')).status).toBe(200);
  const sessions = office.company.scope('channel-whatsapp').sessions;
  const line = { kind: 'session', id: 'channel-whatsapp.line' } as const;
  await sessions.unwant(line, String(office.connectionId));
  await sessions.want(line, String(office.connectionId));
  await eventually(() => network.account(office.number).version === '2.3000.0');
  await office.becomes('CONNECTED');
});

test('When the phone removes the device, the connection shows that and deletes its keys', async () => {
  const office = await Office.open(host, network);
  await office.link();
  const before = await keysOf(office);
  expect(before.creds).toHaveLength(1);
  expect(before.keys.length).toBeGreaterThan(100);
  network.removeDevice(office.number);
  await office.becomes('DISCONNECTED');
  expect(await keysOf(office)).toEqual({ creds: [], keys: [] });
  network.scan(await office.code(), office.number);
  await office.becomes('CONNECTED');
});

test('Disconnecting removes the device from the phone and its keys from the database', async () => {
  const office = await Office.open(host, network);
  await office.link();
  await office.admin.delete(`/whatsappsession/${office.connectionId}`);
  await office.becomes('DISCONNECTED');
  expect(network.account(office.number).isLinked).toBe(false);
  expect(await keysOf(office)).toEqual({ creds: [], keys: [] });
});

test('A new code unlinks the previous device', async () => {
  const office = await Office.open(host, network);
  await office.link();
  await office.code(true);
  expect(network.account(office.number).isLinked).toBe(false);
  network.scan(await eventually(async () => (await office.line()).qrcode || undefined), office.number);
  await office.becomes('CONNECTED');
  expect(network.account(office.number).device).toBe(2);
});

test('Keys are stored encrypted, and another company cannot decrypt them', async () => {
  const office = await Office.open(host, network);
  await office.link();
  await office.conversation('5511966660001', 'Segredo nosso');
  const { creds, keys } = await keysOf(office);
  for (const sealed of [...creds, ...keys]) {
    const text = Buffer.from(sealed, 'base64').toString('latin1');
    for (const word of ['private', 'noiseKey', 'Segredo', office.number]) expect(text).not.toContain(word);
  }
  const stranger = await Office.open(host, network);
  const query = sql`select 1 from channel_whatsapp.key where connection_id = ${office.connectionId}`;
  expect(await stranger.company.scope('channel-whatsapp').sql.rows(query)).toEqual([]);
});

test('A connection with one network error after the other does not stop the others from working', async () => {
  const [ill, well] = [await Office.open(host, network), await Office.open(host, network)];
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
  const office = await Office.open(host, network);
  await office.link();
  const ticketId = await office.conversation('5511966660003', 'Assunto reservado');
  await office.write(ticketId, 'Resposta reservada');
  await eventually(() => network.reached.some(({ to }) => to === '5511966660003'));
  network.removeDevice(office.number);
  await office.becomes('DISCONNECTED');
  const text = log.join('\\n');
  for (const secret of ['reservad', '5511966660003', office.number, 'privKey', 'Closing session', 'wa.me'])
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
