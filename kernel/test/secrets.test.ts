import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { fixture } from './kernel-fixtures.ts';

const phone = '5511987654321';
const email = 'beatriz.segreda@cliente.example';
const written = 'Minha senha do banco mudou';
const lines: string[] = [];
let host: TestHost;
let company: TestCompany;

const post = (where: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${host.url}/api${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const logIn = () => post('/auth/login', { email: company.admin.email, password: company.admin.password });
const refreshCookie = (answer: Response) =>
  answer.headers.getSetCookie().find((line) => line.startsWith('__Secure-jrt=')) ?? '';

beforeAll(async () => {
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['shelf', 'faulty'].map(fixture),
    env: { PUBLIC_URL: 'https://atendimento.example.com' },
    log: (line) => lines.push(line),
  });
  company = await host.company({ settings: { shelfEnabled: true, 'plugin:faulty': true } });
});
afterAll(() => host.close());

test('The refresh token is sent in a cookie that scripts and other sites cannot read, and in no body', async () => {
  const answer = await logIn();
  const [value = '', ...flags] = refreshCookie(answer).split(/;\s*/);
  expect(flags.map((flag) => flag.toLowerCase().replace(/^expires=.*/, 'expires'))).toEqual(
    expect.arrayContaining(['path=/api/auth', 'secure', 'httponly', 'samesite=strict', 'expires']),
  );
  const body = await answer.text();
  expect(body).not.toContain(value.slice('__Secure-jrt='.length));
  for (const name of ['password', 'passwordHash', 'password_hash', 'refreshToken', 'mediaToken'])
    expect(body).not.toContain(`"${name}"`);
});

test('Logging out deletes the cookie', async () => {
  const answer = await logIn();
  const { token } = (await answer.json()) as { token: string };
  const out = await fetch(`${host.url}/api/auth/logout`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refreshCookie(out)).toMatch(/^__Secure-jrt=;.*expires=Thu, 01 Jan 1970/i);
});

test('A secret setting is never returned to anybody', async () => {
  company.admin.token = ((await (await logIn()).json()) as { token: string }).token;
  const set = await company.admin.put<object>('/settings/shelfKey', { value: 'sk-very-secret' });
  expect(set.body).toEqual({ key: 'shelfKey', value: '', isSet: true });
  for (const where of [
    '/settings',
    '/settings/schema',
    `/companySettings/${company.id}`,
    '/companySettingOne?column=shelfKey',
    '/auth/me',
  ]) {
    const { status, body } = await company.admin.get<unknown>(where);
    expect(status, where).toBe(200);
    expect(JSON.stringify(body), where).not.toContain('sk-very-secret');
  }
  expect(company.scope('shelf').settings.get('shelfKey')).toBe('sk-very-secret');
  const { rows } = await host.kernel.database.owner.query<{ value: string }>(
    `select value from kernel.setting where key = 'shelfKey'`,
  );
  expect(rows[0]?.value).not.toContain('sk-very-secret');
});

test('A day of work leaves no token, password, message or phone number in the log', async () => {
  const login = await logIn();
  const cookie = refreshCookie(login).split(';')[0] ?? '';
  const { token, tokenPublicDir } = (await login.json()) as { token: string; tokenPublicDir: string };
  company.admin.token = token;
  const authorization = { authorization: `Bearer ${token}` };
  const said: string[] = [
    company.admin.password,
    token,
    cookie.slice('__Secure-jrt='.length),
    tokenPublicDir,
    phone,
    written,
    email,
    'sk-very-secret',
    'Errada-987',
  ];

  await post('/auth/login', { email: company.admin.email, password: 'Errada-987' });
  await post('/auth/login', { email, password: written });
  await post('/auth/login', { email: `${email}\0`, password: 'Errada-987' });
  const renewed = await post('/auth/refresh_token', {}, { cookie });
  const fresh = refreshCookie(renewed).split(';')[0]?.slice('__Secure-jrt='.length) ?? '';
  expect(fresh.length).toBeGreaterThan(20);
  said.push(fresh);
  await post('/auth/refresh_token', {}, { cookie: `__Secure-jrt=${written}` });
  await post(`/forgetpassword/${company.admin.email}`, {});
  await company.admin.call('PUT', `/forgetpassword/${company.admin.email}/123456`, { password: 'Errada-987' });
  const { rows: mails } = await host.kernel.database.owner.query<{ text: string }>(
    `select to_jsonb(m)::text as text from kernel.mail m`,
  );
  const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
  if (code !== undefined) said.push(code);

  await company.admin.post('/shelf/books', { title: `${written} ${phone}` });
  await company.admin.post('/shelf/books', { title: { [phone]: written } });
  await company.admin.post('/faulty/typed', { phone });
  await company.admin.get('/faulty/error');
  await company.admin.get(`/shelf/books/${phone}`);
  await fetch(`${host.url}/api/shelf/books?phone=${phone}&token=${token}`, { headers: authorization });
  const { address } = (await company.admin.get<{ address: string }>('/shelf/address')).body;
  await fetch(`${host.url}/api/shelf/hook/${address}`, {
    method: 'POST',
    headers: { 'x-signature': 'sk-very-secret' },
    body: `${written} ${phone}`,
  });
  await fetch(`${host.url}/api/shelf/hook/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"${written}`,
  });
  const form = new FormData();
  form.append('file', new Blob([`${written}\n`], { type: 'text/plain' }), `${phone}.txt`);
  await company.admin.call('POST', '/shelf/files', form);
  await (await company.admin.live()).join({ kind: 'room', id: 'faulty.room' }, { how: 'join' });
  await host.kernel.identity.people
    .create(company.id, { name: 'Bia', email, password: 'Errada-987', profile: 'user' })
    .catch(() => undefined);
  await host.kernel.identity.people
    .create(company.id, { name: 'Bia', email, password: 'Errada-987', profile: 'user' })
    .catch(() => undefined);

  expect(lines.length).toBeGreaterThan(0);
  const log = lines.join('\n');
  for (const secret of said) expect(log, `the log holds ${secret.slice(0, 12)}…`).not.toContain(secret);
});

test('The answer to a wrong login does not tell which half was wrong', async () => {
  const wrong = await post('/auth/login', { email: company.admin.email, password: 'Errada-987' });
  const unknown = await post('/auth/login', { email: 'ninguem@teste.local', password: 'Errada-987' });
  expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()]);
});

test('Answers name no software and cannot be read by other sites', async () => {
  const { headers } = await fetch(`${host.url}/api/platform/info`, {
    headers: { origin: 'https://elsewhere.example' },
  });
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'access-control-allow-credentials'])
    expect(headers.get(name), name).toBeNull();
});

const built = existsSync(path.join(import.meta.dirname, '..', '..', 'web-host', 'dist', 'host.json'));
test.skipIf(!built)('The page may run only its own scripts and cannot be framed by others', async () => {
  const { headers } = await fetch(`${host.url}/`);
  const policy = headers.get('content-security-policy') ?? '';
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  expect(script).toContain(`'self'`);
  expect(script).not.toMatch(/unsafe|\*|https?:/);
  expect(policy).toContain(`default-src 'none'`);
  expect(policy).toContain(`frame-ancestors 'none'`);
  expect(policy).toContain(`object-src 'none'`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
});

test('Browsers that came by https are told to stay with it, on pages and API answers alike', async () => {
  for (const where of ['/', '/api/platform/info', '/api/nowhere', '/public/nothing', '/healthz'])
    expect((await fetch(`${host.url}${where}`)).headers.get('strict-transport-security'), where).toBe(
      'max-age=31536000',
    );
  const plain = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: [] });
  expect((await fetch(`${plain.url}/healthz`)).headers.get('strict-transport-security')).toBeNull();
  await plain.close();
});
