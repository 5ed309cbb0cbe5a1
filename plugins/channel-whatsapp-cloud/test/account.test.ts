import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/sdk/testing';
import type { CheckLine, ShownAccount } from '../contract.ts';
import pt from '../locales/pt.json' with { type: 'json' };
import { graphUrl, isMediaHost } from '../server/graph/graph-url.ts';
import { isSigned } from '../server/webhook/signature.ts';
import { Desk, eventually, formOf, startDesks, startMeta, verifyToken } from './desk.ts';
import type { GraphSimulator } from './graph/graph.ts';
import * as wire from './graph/vectors.ts';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const log: string[] = [];
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startDesks({ log: (line) => log.push(line) });
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
/** Returns the text that a result of the test shows. */
const sentence = ({ check, says }: CheckLine): unknown =>
  ['check', check, ...says.split('.')].reduce<unknown>((table, key) => (table as Record<string, unknown>)?.[key], pt);
const sayings = (lines: Record<string, CheckLine>): Record<string, string> =>
  Object.fromEntries(Object.values(lines).map(({ check, state, says }) => [check, `${state} ${says}`]));

test('A number is set up by its form, its webhook is verified by the token, and the test reports no faults', async () => {
  const desk = await Desk.open(host, meta, { fresh: true });
  expect(await desk.status()).toBe('DISCONNECTED');
  expect(await desk.account()).toMatchObject({ phoneNumberId: '', has: { token: false, appSecret: false } });
  await desk.setUp();
  expect(await desk.status()).toBe('CONNECTED');
  const { displayNumber, verifiedName } = desk.line;
  expect(await desk.account()).toMatchObject({
    has: { token: true, appSecret: true, verifyToken: true },
    displayNumber,
    verifiedName,
    verifiedAt: expect.any(String),
    heardAt: null,
    trouble: '',
  });
  expect(sayings(await desk.check())).toMatchObject({ webhook: 'warn quiet', number: 'ok ok' });
  await meta.webhooks.deliver(desk.line, [wire.written(desk.line, helena, wire.text('Oi'))]);
  expect(new Set(Object.values(sayings(await desk.check())))).toEqual(new Set(['ok ok']));
});

type Break = (desk: Desk) => unknown;
const token = (desk: Desk) => meta.state.tokens.get(desk.line.token) ?? expect.fail('there is a token');
const faults: [string, Break, string, string][] = [
  ['a token that ended', (desk) => (token(desk).isValid = false), 'token', 'bad invalid'],
  [
    'a token that will end',
    (desk) => (token(desk).expiresAt = Math.floor(Date.now() / 1000) + 5 * 86_400),
    'token',
    'warn expires',
  ],
  [
    'a permission that is missing',
    (desk) => (token(desk).scopes = ['whatsapp_business_messaging']),
    'permissions',
    'bad missing',
  ],
  ['another app’s secret', (desk) => desk.admin.put(desk.path, { appSecret: 'f'.repeat(32) }), 'secret', 'bad wrong'],
  [
    'a number that Meta does not know',
    (desk) => desk.admin.put(desk.path, { phoneNumberId: '123' }),
    'number',
    'bad unknown',
  ],
  [
    'a number that was never confirmed',
    (desk) => {
      const number = meta.state.numbers.get(desk.line.phoneNumberId);
      if (number) number.isVerified = false;
    },
    'number',
    'warn unverified',
  ],
  [
    'a number of another account',
    (desk) => {
      const other = meta.line();
      token(desk).wabaIds.push(other.wabaId);
      return desk.admin.put(desk.path, { wabaId: other.wabaId });
    },
    'waba',
    'bad notInside',
  ],
  ['an account that Meta does not know', (desk) => desk.admin.put(desk.path, { wabaId: '321' }), 'waba', 'bad unknown'],
  [
    'an account that the token may not see',
    (desk) => desk.admin.put(desk.path, { wabaId: meta.line().wabaId }),
    'waba',
    'bad permission',
  ],
  [
    'an app that does not subscribe',
    (desk) => meta.state.subscribed.set(desk.line.wabaId, new Set(['1'])),
    'subscription',
    'bad none',
  ],
  [
    'a webhook that was never proved',
    (desk) => desk.admin.put(desk.path, { verifyToken: 'outra' }),
    'webhook',
    'bad unverified',
  ],
  [
    'Meta out of reach',
    () => meta.refuse({ status: 0, code: 0, isLost: true, fits: ({ path }) => path === 'debug_token' }),
    'token',
    'bad unreachable',
  ],
];
test.each(faults)('The test explains the fault of %s', async (_what, spoil, check, says) => {
  const desk = await Desk.open(host, meta);
  await spoil(desk);
  const lines = await desk.check();
  expect(sayings(lines)[check]).toBe(says);
  expect(sentence(lines[check] ?? expect.fail(`there is a line ${check}`))).toMatch(/.{15,}\.$/);
});

test('The test names missing fields, and sends nothing to Meta', async () => {
  const desk = await Desk.open(host, meta, { fresh: true });
  expect(sayings(await desk.check())).toMatchObject({ fields: 'bad missing.phoneNumberId', token: 'skipped skipped' });
  await desk.admin.put(desk.path, { phoneNumberId: '1', wabaId: '2' });
  expect(sayings(await desk.check())['fields']).toBe('bad missing.token');
});

test('An app that is not subscribed is subscribed by one click', async () => {
  const desk = await Desk.open(host, meta);
  meta.state.subscribed.set(desk.line.wabaId, new Set());
  expect(sayings(await desk.check())['subscription']).toBe('bad none');
  const { body } = await desk.admin.post<CheckLine[]>(`${desk.path}/subscribe`);
  expect(body.find(({ check }) => check === 'subscription')?.state).toBe('ok');
});

test('A fault that was repaired at Meta brings the connection up with the next test', async () => {
  const desk = await Desk.open(host, meta);
  token(desk).isValid = false;
  await desk.admin.post(`/whatsappsession/${desk.connectionId}`);
  expect(await desk.status()).toBe('DISCONNECTED');
  expect((await desk.account()).trouble).toBe('token');
  token(desk).isValid = true;
  await desk.check();
  expect(await desk.status()).toBe('CONNECTED');
});

test('While Meta is unreachable the connection waits, and connects by itself', async () => {
  const desk = await Desk.open(host, meta);
  await desk.admin.delete(`/whatsappsession/${desk.connectionId}`);
  meta.refuse({ status: 503, code: 2, fits: ({ path }) => path === desk.line.phoneNumberId });
  await desk.admin.post(`/whatsappsession/${desk.connectionId}`);
  expect(await desk.status()).toBe('OPENING');
  expect((await desk.account()).trouble).toBe('unreachable');
  await eventually(async () => (await desk.status()) === 'CONNECTED', 45);
});

test('The webhook’s address is verified only with the right token', async () => {
  const desk = await Desk.open(host, meta);
  expect(await meta.webhooks.verify(desk.line, desk.webhook, 'outra palavra')).toBe(403);
  const url = new URL(desk.webhook);
  url.search = new URLSearchParams({ 'hub.mode': 'unsubscribe', 'hub.verify_token': verifyToken }).toString();
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(desk.webhook)).status).toBe(403);
  const unknown = desk.webhook.replace(/[\w-]{20,}/, 'x'.repeat(32));
  expect((await fetch(unknown)).status).toBe(404);
});

test('Only calls that Meta signed, byte for byte, are accepted', async () => {
  const raw = Buffer.from('{"object":"whatsapp_business_account","entry":[]}');
  const right = 'sha256=c84a394cc475525991e78ff16e430b02e47f953877d2af0ade26956ce6f384dc';
  expect(isSigned('test-app-secret', raw, right)).toBe(true);
  expect(isSigned('test-app-secret', Buffer.concat([raw, Buffer.from(' ')]), right)).toBe(false);
  expect(isSigned('another', raw, right)).toBe(false);
  expect(isSigned('', raw, right)).toBe(false);
  for (const header of [undefined, '', 'sha256=', right.slice(0, -1), [right]])
    expect(isSigned('test-app-secret', raw, header)).toBe(false);
  const desk = await Desk.open(host, meta);
  const letter = wire.written(desk.line, helena, wire.text('Falsa'));
  expect(await meta.webhooks.deliver(desk.line, [letter], { secret: 'a guess' })).toBe(401);
  expect(await desk.tickets()).toEqual([]);
});

test('Invalid input is reported by field, and a number can be on one connection only', async () => {
  const desk = await Desk.open(host, meta);
  const fieldsOf = async (body: object) =>
    (await desk.admin.put<{ fields?: Record<string, string> }>(desk.path, body)).body.fields;
  expect(await fieldsOf({ phoneNumberId: '+55 11' })).toEqual({ phoneNumberId: 'ERR_CLOUD_ID_INVALID' });
  expect(await fieldsOf({ graphVersion: '25' })).toEqual({ graphVersion: 'ERR_CLOUD_VERSION_INVALID' });
  expect(await fieldsOf({ token: 'com espaço' })).toEqual({ token: 'ERR_CLOUD_SECRET_INVALID' });
  expect(await fieldsOf({ token: '' })).toEqual({ token: 'Required' });
  const second = await Desk.open(host, meta, { company: desk.company, fresh: true });
  const taken = await second.admin.put<{ fields?: object }>(second.path, formOf(desk.line));
  expect(taken).toMatchObject({ status: 400, body: { fields: { phoneNumberId: 'ERR_CLOUD_NUMBER_TAKEN' } } });
  expect((await desk.admin.get('/whatsapp-cloud/connections/999999')).status).toBe(404);
});

test('Only people with the permission see an account, and only of their own company', async () => {
  const [ours, theirs] = [await Desk.open(host, meta), await Desk.open(host, meta)];
  const ana = await ours.company.person('user', 'Ana');
  for (const [method, path] of [
    ['GET', ours.path],
    ['PUT', ours.path],
    ['POST', `${ours.path}/check`],
    ['POST', `${ours.path}/subscribe`],
    ['GET', `${ours.path}/templates`],
    ['POST', `${ours.path}/templates/sync`],
  ] as const) {
    expect([path, (await ana.call(method, path, method === 'GET' ? undefined : {})).status]).toEqual([path, 403]);
    expect([path, (await theirs.admin.call(method, path, method === 'GET' ? undefined : {})).status]).toEqual([
      path,
      404,
    ]);
  }
});

test('Secrets are stored encrypted and in no answer, and the log contains neither secrets nor numbers nor texts', async () => {
  const desk = await Desk.open(host, meta);
  const said = 'Segredo de Helena';
  await meta.webhooks.deliver(desk.line, [wire.written(desk.line, helena, wire.text(said))]);
  const { id } = await desk.conversation();
  meta.refuse({
    status: 400,
    code: 131026,
    details: `${helena} is not on WhatsApp`,
    fits: ({ method }) => method === 'POST',
  });
  await desk.settled(id, (await desk.write(id, 'Palavras da empresa')).id);
  token(desk).isValid = false;
  const waiting = await desk.write(id, 'Mais palavras');
  await desk.settled(id, waiting.id);
  await desk.check();
  const { token: ours, appSecret } = desk.line;
  const [row] = await desk.company
    .scope('channel-whatsapp-cloud')
    .sql.rows(
      sql`select row_to_json(a)::text as all from channel_whatsapp_cloud.account a where connection_id = ${desk.connectionId}`,
    );
  const answers: string[] = [JSON.stringify(row)];
  for (const path of [desk.path, `${desk.path}/templates`, '/whatsapp', `/whatsapp/${desk.connectionId}`, '/settings'])
    answers.push(JSON.stringify((await desk.admin.get<ShownAccount>(path)).body));
  for (const secret of [ours, appSecret, verifyToken]) {
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
    expect(log.filter((line) => line.includes(secret))).toEqual([]);
  }
  for (const private_ of [helena, said, 'Palavras da empresa', 'Mais palavras'])
    expect(log.filter((line) => line.includes(private_))).toEqual([]);
});

test('A simulator is used only outside production and on this computer, and a token is sent to Meta’s hosts only', () => {
  const before = { url: process.env['WHATSAPP_GRAPH_URL'], mode: process.env['NODE_ENV'] };
  const look = (url: string, mode: string): string => {
    process.env['WHATSAPP_GRAPH_URL'] = url;
    process.env['NODE_ENV'] = mode;
    return graphUrl();
  };
  try {
    expect(look('http://127.0.0.1:9999', 'test')).toBe('http://127.0.0.1:9999');
    expect(look('http://127.0.0.1:9999', 'production')).toBe('https://graph.facebook.com');
    for (const elsewhere of [
      'https://evil.example',
      'http://127.0.0.1.evil.example',
      'http://10.0.0.1',
      'nonsense',
      '',
    ])
      expect(look(elsewhere, 'test')).toBe('https://graph.facebook.com');
    expect(isMediaHost('https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1')).toBe(true);
    for (const elsewhere of [
      'http://lookaside.fbsbx.com/',
      'https://fbsbx.com.evil.example/',
      'http://127.0.0.1:9999/x',
    ])
      expect([elsewhere, isMediaHost(elsewhere)]).toEqual([elsewhere, false]);
  } finally {
    process.env['WHATSAPP_GRAPH_URL'] = before.url;
    process.env['NODE_ENV'] = before.mode;
  }
});
