import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/sdk/testing';
import { afterEnd } from '../server/line/ends.ts';
import { isFileOfNetwork } from '../server/worker/link.ts';
import type { WhatsAppNetwork } from './network/network.ts';
import { eventually, Office, openHost, openNetwork, type KeptMessage } from './office.ts';

let host: TestHost;
let network: WhatsAppNetwork;
let close: () => void;

beforeAll(async () => {
  ({ network, close } = await openNetwork());
  host = await openHost(inject('databaseUrl'));
}, 60_000);
afterAll(async () => {
  await host?.close();
  close?.();
});

const isKept = async ({ connectionId }: Office): Promise<boolean> => {
  const { rows } = await host.kernel.database.owner.query(
    'select 1 from channel_whatsapp.line where connection_id = $1',
    [connectionId],
  );
  return rows.length > 0;
};

test.each([
  [401, 'wipe'],
  [403, 'wipe'],
  [406, 'wipe'],
  [411, 'wipe'],
  [419, 'wipe'],
  [405, 'stop'],
  [409, 'stop'],
  [440, 'stop'],
  [515, 'at once'],
  [402, 'later'],
  [408, 'again'],
  [428, 'again'],
  [500, 'again'],
  [503, 'again'],
  [999, 'again'],
])('A socket that closed with %i is followed by: %s', (code, next) => {
  expect(afterEnd(code, { wasOpen: true, isLinked: true })).toBe(next);
});

test('A code that nobody scanned ends the session, and a socket that timed out is reopened', () => {
  expect(afterEnd(408, { wasOpen: false, isLinked: false })).toBe('no code read');
  expect(afterEnd(408, { wasOpen: false, isLinked: true })).toBe('again');
});

test.each([
  [true, { directPath: '/v/t62/x' }],
  [true, { url: 'https://mmg.whatsapp.net/v/t62/x', directPath: '/v/t62/x' }],
  [true, { url: 'https://media-gru1-1.cdn.whatsapp.net/v/t62/x' }],
  [true, { url: '', directPath: '/v/t62/x' }],
  [false, { url: 'https://169.254.169.254/latest', directPath: '/latest' }],
  [false, { url: 'https://localhost:8080/x' }],
  [false, { directPath: '.example.com/x' }],
  [false, { directPath: '@example.com/x' }],
  [false, { url: 'http://mmg.whatsapp.net/x' }],
  [false, { url: 'https://evilwhatsapp.net/x', directPath: '/x' }],
  [false, {}],
])('Fetching a file is %s when its sender gives the address %o', (isFetched, said) => {
  expect(isFileOfNetwork(said)).toBe(isFetched);
});

test('A locked number is shown as not connected, and remains linked', async () => {
  const office = await Office.open(host, network);
  await office.link();
  network.refusedLogins.set(office.number, '402');
  network.cut(office.number);
  await office.becomes('TIMEOUT');
  expect(await isKept(office)).toBe(true);
  // It is retried in ten minutes by itself, and at once on request.
  const path = `/${office.connectionId}`;
  const { body } = await office.admin.get<{ nextTryAt: string }>(`/whatsapp${path}`);
  expect(Date.parse(body.nextTryAt)).toBeGreaterThan(Date.now() + 60_000);
  network.refusedLogins.delete(office.number);
  expect((await office.admin.post(`/whatsappsession${path}`)).status).toBe(200);
  await office.becomes('CONNECTED');
});

test('A client version that is too old is reported without unlinking the device: after an update it only has to connect', async () => {
  const office = await Office.open(host, network);
  await office.link();
  network.refusedLogins.set(office.number, '405');
  network.cut(office.number);
  await office.becomes('DISCONNECTED');
  expect(await isKept(office)).toBe(true);
  network.refusedLogins.delete(office.number);
  await office.admin.post(`/whatsappsession/${office.connectionId}`);
  await office.becomes('CONNECTED');
  expect(network.account(office.number).device).toBe(1);
});

test('When another client uses the device’s credentials the connection shows that and does not compete', async () => {
  const office = await Office.open(host, network);
  await office.link();
  network.endStream(office.number, {}, [{ tag: 'conflict', attrs: { type: 'replaced' } }]);
  await office.becomes('DISCONNECTED');
  expect(await isKept(office)).toBe(true);
});

test('When WhatsApp has an outage the connection is up again by itself', async () => {
  const office = await Office.open(host, network);
  await office.link();
  const { logins } = network.account(office.number);
  network.endStream(office.number, { code: '503' });
  await eventually(() => network.account(office.number).logins > logins);
  await office.becomes('CONNECTED');
});

interface Refused extends KeptMessage {
  failureReason: string | null;
}
const last = async (office: Office, ticketId: number, id: number): Promise<Refused | undefined> =>
  (await office.messages(ticketId)).find((message) => message.id === id) as Refused | undefined;

test.each(['463', '479', '403', '477'])(
  'A message that WhatsApp refuses with %s is marked so, with its number',
  async (code) => {
    const office = await Office.open(host, network);
    await office.link();
    const ticketId = await office.conversation('5511966660011', `Oi ${code}`);
    Object.assign(network, { refusals: 1, refusalCode: code });
    const { id } = await office.write(ticketId, 'Bom dia');
    const message = await eventually(async () => {
      const found = await last(office, ticketId, id);
      return found?.failure ? found : undefined;
    });
    expect(message).toMatchObject({ failure: 'refused', failureReason: code });
    // The next message is not affected.
    const next = await office.write(ticketId, 'Boa tarde');
    await eventually(async () => (await last(office, ticketId, next.id))?.ack === 1);
  },
);

test('A message that WhatsApp cannot accept at the moment is sent again, before later ones', async () => {
  const office = await Office.open(host, network);
  await office.link();
  const ticketId = await office.conversation('5511966660012', 'Oi, e agora?');
  Object.assign(network, { refusals: 2, refusalCode: '500' });
  const wanted = ['um', 'dois', 'três'];
  for (const body of wanted) await office.write(ticketId, body);
  const texts = (): string[] =>
    network.reached
      .filter(({ from }) => from === office.number)
      .map(({ message }) => message.conversation || message.extendedTextMessage?.text || '');
  await eventually(() => texts().length >= wanted.length, 1_600);
  expect(texts()).toEqual(wanted);
});
