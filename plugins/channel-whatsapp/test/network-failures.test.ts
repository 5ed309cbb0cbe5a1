import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { reactionTo } from '../server/connection/close-codes.ts';
import { isFileOfNetwork } from '../server/worker/socket.ts';
import type { WhatsAppNetwork } from './network/network.ts';
import { WhatsAppFixture, openHost, openNetwork, type StoredMessage } from './whatsapp-fixture.ts';
import { eventually } from '@balcao/testing';

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

const isKept = async ({ connectionId }: WhatsAppFixture): Promise<boolean> => {
  const { rows } = await host.kernel.database.owner.query(
    'select 1 from channel_whatsapp.device where connection_id = $1',
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
  expect(reactionTo(code, { wasOpen: true, isLinked: true })).toBe(next);
});

test('A code that nobody scanned ends the session, and a socket that timed out is reopened', () => {
  expect(reactionTo(408, { wasOpen: false, isLinked: false })).toBe('no code read');
  expect(reactionTo(408, { wasOpen: false, isLinked: true })).toBe('again');
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
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  network.refusedLogins.set(fixture.number, '402');
  network.cut(fixture.number);
  await fixture.becomes('TIMEOUT');
  expect(await isKept(fixture)).toBe(true);
  // It is retried in ten minutes by itself, and at once on request.
  const path = `/${fixture.connectionId}`;
  const { body } = await fixture.admin.get<{ nextTryAt: string }>(`/whatsapp${path}`);
  expect(Date.parse(body.nextTryAt)).toBeGreaterThan(Date.now() + 60_000);
  network.refusedLogins.delete(fixture.number);
  expect((await fixture.admin.post(`/whatsappsession${path}`)).status).toBe(200);
  await fixture.becomes('CONNECTED');
});

test('A client version that is too old is reported without unlinking the device: after an update it only has to connect', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  network.refusedLogins.set(fixture.number, '405');
  network.cut(fixture.number);
  await fixture.becomes('DISCONNECTED');
  expect(await isKept(fixture)).toBe(true);
  network.refusedLogins.delete(fixture.number);
  await fixture.admin.post(`/whatsappsession/${fixture.connectionId}`);
  await fixture.becomes('CONNECTED');
  expect(network.account(fixture.number).device).toBe(1);
});

test('When another client uses the device’s credentials the connection shows that and does not compete', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  network.endStream(fixture.number, {}, [{ tag: 'conflict', attrs: { type: 'replaced' } }]);
  await fixture.becomes('DISCONNECTED');
  expect(await isKept(fixture)).toBe(true);
});

test('When WhatsApp has an outage the connection is up again by itself', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const { logins } = network.account(fixture.number);
  network.endStream(fixture.number, { code: '503' });
  await eventually(() => network.account(fixture.number).logins > logins);
  await fixture.becomes('CONNECTED');
});

interface Refused extends StoredMessage {
  failureReason: string | null;
}
const last = async (fixture: WhatsAppFixture, ticketId: number, id: number): Promise<Refused | undefined> =>
  (await fixture.messages(ticketId)).find((message) => message.id === id) as Refused | undefined;

test.each(['463', '479', '403', '477'])(
  'A message that WhatsApp refuses with %s is marked so, with its number',
  async (code) => {
    const fixture = await WhatsAppFixture.open(host, network);
    await fixture.link();
    const ticketId = await fixture.conversation('5511966660011', `Oi ${code}`);
    Object.assign(network, { refusals: 1, refusalCode: code });
    const { id } = await fixture.write(ticketId, 'Bom dia');
    const message = await eventually(async () => {
      const found = await last(fixture, ticketId, id);
      return found?.failure ? found : undefined;
    });
    expect(message).toMatchObject({ failure: 'refused', failureReason: code });
    // The next message is not affected.
    const next = await fixture.write(ticketId, 'Boa tarde');
    await eventually(async () => (await last(fixture, ticketId, next.id))?.ack === 1);
  },
);

test('A message that WhatsApp cannot accept at the moment is sent again, before later ones', async () => {
  const fixture = await WhatsAppFixture.open(host, network);
  await fixture.link();
  const ticketId = await fixture.conversation('5511966660012', 'Oi, e agora?');
  Object.assign(network, { refusals: 2, refusalCode: '500' });
  const wanted = ['um', 'dois', 'três'];
  for (const body of wanted) await fixture.write(ticketId, body);
  const texts = (): string[] =>
    network.reached
      .filter(({ from }) => from === fixture.number)
      .map(({ message }) => message.conversation || message.extendedTextMessage?.text || '');
  await eventually(() => texts().length >= wanted.length);
  expect(texts()).toEqual(wanted);
});
