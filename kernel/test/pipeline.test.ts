import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { expiredToken, figure, fixture, shelfNotes } from './kernel-fixtures.ts';

interface Failure {
  error: string;
  fields?: Record<string, string>;
}

let host: TestHost;
let company: TestCompany;
let attendant: Person;
const book = '/shelf/books';

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['shelf', 'reader', 'faulty'].map(fixture),
  });
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:reader': true, 'plugin:faulty': true } });
  attendant = await company.person('user');
});
afterAll(() => host.close());

/** Returns the status and code that a caller with an invalid body gets. */
const wrongly = async (token: string): Promise<[number, string]> => {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== '') headers['authorization'] = `Bearer ${token}`;
  const response = await fetch(`${host.url}/api${book}`, { method: 'POST', headers, body: '{"title":5}' });
  return [response.status, ((await response.json()) as Failure).error];
};

test('A call is checked in one order: session, company, module, permission, input', async () => {
  await company.disable('shelfEnabled');
  expect(await wrongly('')).toEqual([401, 'ERR_SESSION_EXPIRED']);
  expect(await wrongly('nonsense')).toEqual([401, 'ERR_SESSION_EXPIRED']);
  expect(await wrongly(await expiredToken(host, attendant.token))).toEqual([403, 'ERR_SESSION_EXPIRED']);
  expect(await wrongly(attendant.token)).toEqual([404, 'ERR_PLUGIN_DISABLED']);
  await company.enable('shelfEnabled');
  expect(await wrongly(attendant.token)).toEqual([403, 'ERR_NO_PERMISSION']);
  expect(await wrongly(company.admin.token)).toEqual([400, 'ERR_VALIDATION']);
  expect((await company.admin.post(book, { title: 'Dom Casmurro' })).status).toBe(200);
});

test('People of a company that was switched off are told that their session has ended, before anything about modules', async () => {
  const closed = await host.company();
  await host.kernel.identity.tenants.update(closed.id, { status: false });
  expect(await wrongly(closed.admin.token)).toEqual([403, 'ERR_SESSION_EXPIRED']);
});

test('A token with another key’s signature, or without a required signature, is refused', async () => {
  const [header = '', claims = '', signature = ''] = company.admin.token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const richer = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), super: true }),
  ).toString('base64url');
  for (const token of [
    `${none}.${claims}.`,
    `${header}.${richer}.${signature}`,
    `${header}.${claims}.${'A'.repeat(43)}`,
  ]) {
    expect(await wrongly(token)).toEqual([401, 'ERR_SESSION_EXPIRED']);
  }
});

test('All wrong fields are named in one answer, wherever they are', async () => {
  const { status, body } = await company.admin.put<Failure>('/shelf/books/x', { title: '' });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['id', 'title']);
});

test('While a module is off its webhooks are answered, counted and dropped, and its other public pages do not exist', async () => {
  const { address } = (await company.admin.get<{ address: string }>('/shelf/address')).body;
  const call = (text: string) => fetch(`${host.url}/api/shelf/hook/${address}`, { method: 'POST', body: text });
  const window = () => host.nobody.get<Failure>(`/shelf/window/${address}`);
  expect((await call('first')).status).toBe(200);
  expect((await window()).body).toEqual({ books: 1 });

  await company.disable('shelfEnabled');
  const dropped = await figure(host, 'balcao_webhooks_dropped_total', { plugin: 'shelf' });
  expect((await call('second')).status).toBe(200);
  expect(await figure(host, 'balcao_webhooks_dropped_total', { plugin: 'shelf' })).toBe(dropped + 1);
  expect([(await window()).status, (await window()).body.error]).toEqual([404, 'ERR_PLUGIN_DISABLED']);
  await company.enable('shelfEnabled');
  expect((await call('third')).status).toBe(200);
  expect((await shelfNotes(company)).filter((what) => what.startsWith('hook'))).toEqual(['hook first', 'hook third']);
});

test('An unknown address is answered like an unknown page, whether the module is on or off', async () => {
  for (const address of ['nobody', '%00', '..%2f', 'A'.repeat(2000)]) {
    const answer = await host.nobody.call<Failure>('POST', `/shelf/hook/${address}`, '{}');
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NOT_FOUND']);
  }
});

test('A plugin that requires a module that is off gets an error, and one that treats it as optional works', async () => {
  expect((await attendant.get('/reader/found')).body).toEqual({ books: 1 });
  await company.disable('shelfEnabled');
  expect((await attendant.get('/reader/found')).body).toEqual({ books: null });
  const { status, body } = await attendant.get<Failure>('/reader/needed/1');
  expect([status, body]).toEqual([404, { error: 'ERR_SERVICE_OFF', context: { service: 'shelf.books' } }]);
  await company.enable('shelfEnabled');
  expect((await attendant.get('/reader/needed/1')).body).toEqual({ title: 'Dom Casmurro' });
});

test('An unknown call, an unknown method and an invalid percent encoding are answered with 404 in the usual shape', async () => {
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['PATCH', '/shelf/books'],
    ['GET', '/shelf/books/%E0%A4%A'],
    ['GET', ''],
    ['OPTIONS', '/shelf/books'],
  ] as const) {
    const { status, body } = await company.admin.call<Failure>(method, path);
    expect([status, body.error], `${method} ${path}`).toEqual([404, 'ERR_NOT_FOUND']);
  }
});

test('A body over the limit is refused and the connection stays usable', async () => {
  const { status, body } = await company.admin.post<Failure>(book, { title: 'x'.repeat(1_100_000) });
  expect([status, body.error]).toEqual([413, 'ERR_BODY_TOO_LARGE']);
  expect((await company.admin.get(book)).status).toBe(200);
});

test('Answers of the API are never cached and never taken for another type', async () => {
  const { headers } = await company.admin.get(book);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('An endless body is refused with an answer, not with a closed connection', async () => {
  const chunk = Buffer.alloc(256 * 1024, 0x20);
  const body = new ReadableStream({
    pull(stream) {
      stream.enqueue(chunk);
      sent += 1;
      if (sent === 8) stream.close();
    },
  });
  let sent = 0;
  const response = await fetch(`${host.url}/api${book}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${company.admin.token}` },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await response.json()]).toEqual([413, { error: 'ERR_BODY_TOO_LARGE' }]);
});

test('Behind a proxy the caller is the one that the proxy saw, whatever the caller wrote into the header', async () => {
  const behind = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [],
    env: { TRUST_PROXY: '1' },
  });
  try {
    for (let n = 0; n < 60; n += 1) await logInFrom(behind, `198.51.100.${n}, 203.0.113.7`, `p${n}@teste.local`);
    expect(await logInFrom(behind, '198.51.100.200, 203.0.113.7', 'q@teste.local')).toBe(429);
    expect(await logInFrom(behind, '198.51.100.200, 203.0.113.8', 'q@teste.local')).toBe(401);
  } finally {
    await behind.close();
  }
});

const logInFrom = async (at: TestHost, forwarded: string, email: string): Promise<number> =>
  (
    await fetch(`${at.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email, password: 'Errada-123' }),
    })
  ).status;

test('A limit counts an IPv6 caller by network, which has more addresses than any limit', async () => {
  const behind = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['companies'],
    env: { TRUST_PROXY: '1' },
  });
  const signUp = async (from: string): Promise<number> =>
    (await fetch(`${behind.url}/api/companies/cadastro`, { method: 'POST', headers: { 'x-forwarded-for': from } }))
      .status;
  try {
    for (let n = 0; n < 10; n += 1) expect(await signUp(`2001:db8:1:2::${n}`)).toBe(400);
    expect(await signUp('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await signUp('2001:db8:1:3::1')).toBe(400);
  } finally {
    await behind.close();
  }
});

test('A login is accepted only as JSON: the types that forms of other sites can send are refused with 415', async () => {
  const { email, password } = company.admin;
  const send = (type: string, body: string) =>
    fetch(`${host.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': type }, body });
  const json = JSON.stringify({ email, password });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
    const answer = await send(type, json);
    expect([type, answer.status, await answer.json()]).toEqual([type, 415, { error: 'ERR_UNSUPPORTED_MEDIA_TYPE' }]);
  }
  expect((await send('application/json; charset=utf-8', json)).status).toBe(200);
});
