import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { CheckResult, AccountView } from '../contract.ts';
import pt from '../locales/pt.json' with { type: 'json' };
import { graphUrl, isMediaHost } from '../server/graph/graph-url.ts';
import { CloudFixture, formOf, startFixtures, startMeta, verifyToken } from './cloud-fixture.ts';
import type { GraphSimulator } from './graph/graph.ts';
import * as wire from './graph/vectors.ts';
import { eventually } from '@balcao/testing';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
const log: string[] = [];
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures({ log: (line) => log.push(line) });
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
/** Returns the text that a result of the test shows. */
const sentence = ({ check, finding }: CheckResult): unknown =>
  ['check', check, ...finding.split('.')].reduce<unknown>(
    (table, key) => (table as Record<string, unknown>)?.[key],
    pt,
  );
const sayings = (lines: Record<string, CheckResult>): Record<string, string> =>
  Object.fromEntries(Object.values(lines).map(({ check, state, finding }) => [check, `${state} ${finding}`]));

test('A number is set up by its form, its webhook is verified by the token, and the test reports no faults', async () => {
  const fixture = await CloudFixture.open(host, meta, { fresh: true });
  expect(await fixture.status()).toBe('DISCONNECTED');
  expect(await fixture.account()).toMatchObject({ phoneNumberId: '', has: { token: false, appSecret: false } });
  await fixture.setUp();
  expect(await fixture.status()).toBe('CONNECTED');
  const { displayNumber, verifiedName } = fixture.line;
  expect(await fixture.account()).toMatchObject({
    has: { token: true, appSecret: true, verifyToken: true },
    displayNumber,
    verifiedName,
    verifiedAt: expect.any(String),
    lastCallAt: null,
    trouble: '',
  });
  expect(sayings(await fixture.check())).toMatchObject({ webhook: 'warn quiet', number: 'ok ok' });
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Oi'))]);
  expect(new Set(Object.values(sayings(await fixture.check())))).toEqual(new Set(['ok ok']));
});

type Break = (fixture: CloudFixture) => unknown;
const token = (fixture: CloudFixture) => meta.state.tokens.get(fixture.line.token) ?? expect.fail('there is a token');
const faults: [string, Break, string, string][] = [
  ['a token that ended', (fixture) => (token(fixture).isValid = false), 'token', 'bad invalid'],
  [
    'a token that will end',
    (fixture) => (token(fixture).expiresAt = Math.floor(Date.now() / 1000) + 5 * 86_400),
    'token',
    'warn expires',
  ],
  [
    'a permission that is missing',
    (fixture) => (token(fixture).scopes = ['whatsapp_business_messaging']),
    'permissions',
    'bad missing',
  ],
  [
    'another app’s secret',
    (fixture) => fixture.admin.put(fixture.path, { appSecret: 'f'.repeat(32) }),
    'secret',
    'bad wrong',
  ],
  [
    'a number that Meta does not know',
    (fixture) => fixture.admin.put(fixture.path, { phoneNumberId: '123' }),
    'number',
    'bad unknown',
  ],
  [
    'a number that was never confirmed',
    (fixture) => {
      const number = meta.state.numbers.get(fixture.line.phoneNumberId);
      if (number) number.isVerified = false;
    },
    'number',
    'warn unverified',
  ],
  [
    'a number of another account',
    (fixture) => {
      const other = meta.line();
      token(fixture).wabaIds.push(other.wabaId);
      return fixture.admin.put(fixture.path, { wabaId: other.wabaId });
    },
    'waba',
    'bad notInside',
  ],
  [
    'an account that Meta does not know',
    (fixture) => fixture.admin.put(fixture.path, { wabaId: '321' }),
    'waba',
    'bad unknown',
  ],
  [
    'an account that the token may not see',
    (fixture) => fixture.admin.put(fixture.path, { wabaId: meta.line().wabaId }),
    'waba',
    'bad permission',
  ],
  [
    'an app that does not subscribe',
    (fixture) => meta.state.subscribed.set(fixture.line.wabaId, new Set(['1'])),
    'subscription',
    'bad none',
  ],
  [
    'a webhook that was never proved',
    (fixture) => fixture.admin.put(fixture.path, { verifyToken: 'outra' }),
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
test.each(faults)('The test explains the fault of %s', async (_what, spoil, check, finding) => {
  const fixture = await CloudFixture.open(host, meta);
  await spoil(fixture);
  const lines = await fixture.check();
  expect(sayings(lines)[check]).toBe(finding);
  expect(sentence(lines[check] ?? expect.fail(`there is a line ${check}`))).toMatch(/.{15,}\.$/);
});

test('The test names missing fields, and sends nothing to Meta', async () => {
  const fixture = await CloudFixture.open(host, meta, { fresh: true });
  expect(sayings(await fixture.check())).toMatchObject({
    fields: 'bad missing.phoneNumberId',
    token: 'skipped skipped',
  });
  await fixture.admin.put(fixture.path, { phoneNumberId: '1', wabaId: '2' });
  expect(sayings(await fixture.check())['fields']).toBe('bad missing.token');
});

test('An app that is not subscribed is subscribed by one click', async () => {
  const fixture = await CloudFixture.open(host, meta);
  meta.state.subscribed.set(fixture.line.wabaId, new Set());
  expect(sayings(await fixture.check())['subscription']).toBe('bad none');
  const { body } = await fixture.admin.post<CheckResult[]>(`${fixture.path}/subscribe`);
  expect(body.find(({ check }) => check === 'subscription')?.state).toBe('ok');
});

test('A fault that was repaired at Meta brings the connection up with the next test', async () => {
  const fixture = await CloudFixture.open(host, meta);
  token(fixture).isValid = false;
  await fixture.admin.post(`/whatsappsession/${fixture.connectionId}`);
  expect(await fixture.status()).toBe('DISCONNECTED');
  expect((await fixture.account()).trouble).toBe('token');
  token(fixture).isValid = true;
  await fixture.check();
  expect(await fixture.status()).toBe('CONNECTED');
});

test('While Meta is unreachable the connection waits, and connects by itself', async () => {
  const fixture = await CloudFixture.open(host, meta);
  await fixture.admin.delete(`/whatsappsession/${fixture.connectionId}`);
  meta.refuse({ status: 503, code: 2, fits: ({ path }) => path === fixture.line.phoneNumberId });
  await fixture.admin.post(`/whatsappsession/${fixture.connectionId}`);
  expect(await fixture.status()).toBe('OPENING');
  expect((await fixture.account()).trouble).toBe('unreachable');
  await eventually(async () => (await fixture.status()) === 'CONNECTED');
});

test('The webhook’s address is verified only with the right token', async () => {
  const fixture = await CloudFixture.open(host, meta);
  expect(await meta.webhooks.verify(fixture.line, fixture.webhook, 'outra palavra')).toBe(403);
  const url = new URL(fixture.webhook);
  url.search = new URLSearchParams({ 'hub.mode': 'unsubscribe', 'hub.verify_token': verifyToken }).toString();
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(fixture.webhook)).status).toBe(403);
  const unknown = fixture.webhook.replace(/[\w-]{20,}/, 'x'.repeat(32));
  expect((await fetch(unknown)).status).toBe(404);
});

test('A call that Meta did not sign stores nothing', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const letter = wire.written(fixture.line, helena, wire.text('Falsa'));
  expect(await meta.webhooks.deliver(fixture.line, [letter], { secret: 'a guess' })).toBe(401);
  expect(await fixture.tickets()).toEqual([]);
});

test('Invalid input is reported by field, and a number can be on one connection only', async () => {
  const fixture = await CloudFixture.open(host, meta);
  const fieldsOf = async (body: object) =>
    (await fixture.admin.put<{ fields?: Record<string, string> }>(fixture.path, body)).body.fields;
  expect(await fieldsOf({ phoneNumberId: '+55 11' })).toEqual({ phoneNumberId: 'ERR_CLOUD_ID_INVALID' });
  expect(await fieldsOf({ graphVersion: '25' })).toEqual({ graphVersion: 'ERR_CLOUD_VERSION_INVALID' });
  expect(await fieldsOf({ token: 'com espaço' })).toEqual({ token: 'ERR_CLOUD_SECRET_INVALID' });
  expect(await fieldsOf({ token: '' })).toEqual({ token: 'Required' });
  const second = await CloudFixture.open(host, meta, { company: fixture.company, fresh: true });
  const taken = await second.admin.put<{ fields?: object }>(second.path, formOf(fixture.line));
  expect(taken).toMatchObject({ status: 400, body: { fields: { phoneNumberId: 'ERR_CLOUD_NUMBER_TAKEN' } } });
  expect((await fixture.admin.get('/whatsapp-cloud/connections/999999')).status).toBe(404);
});

test('Only people with the permission see an account, and only of their own company', async () => {
  const [ours, theirs] = [await CloudFixture.open(host, meta), await CloudFixture.open(host, meta)];
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
  const fixture = await CloudFixture.open(host, meta);
  const said = 'Segredo de Helena';
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text(said))]);
  const { id } = await fixture.conversation();
  meta.refuse({
    status: 400,
    code: 131026,
    details: `${helena} is not on WhatsApp`,
    fits: ({ method }) => method === 'POST',
  });
  await fixture.settled(id, (await fixture.write(id, 'Palavras da empresa')).id);
  token(fixture).isValid = false;
  const waiting = await fixture.write(id, 'Mais palavras');
  await fixture.settled(id, waiting.id);
  await fixture.check();
  const { token: ours, appSecret } = fixture.line;
  const [row] = await fixture.company
    .scope('channel-whatsapp-cloud')
    .sql.rows(
      sql`select row_to_json(a)::text as all from channel_whatsapp_cloud.account a where connection_id = ${fixture.connectionId}`,
    );
  const answers: string[] = [JSON.stringify(row)];
  for (const path of [
    fixture.path,
    `${fixture.path}/templates`,
    '/whatsapp',
    `/whatsapp/${fixture.connectionId}`,
    '/settings',
  ])
    answers.push(JSON.stringify((await fixture.admin.get<AccountView>(path)).body));
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
