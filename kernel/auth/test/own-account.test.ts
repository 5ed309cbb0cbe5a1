import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation, password } from './test-installation.ts';
import type { Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;
let browser: Browser;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
  await acme.add('user', 'other@acme.example');
  browser = new Browser(all);
  await browser.logIn(acme.admin.email);
});
afterAll(() => all.close());

test('People can change their own name, language and preferences', async () => {
  const preferences = { theme: 'dark', filters: { queues: [1, 2] } };
  const answer = await browser.call('PUT', '/auth/me', { name: 'Ana Maria', language: 'es', preferences });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Ana Maria', language: 'es', preferences } });
  const merged = await browser.call('PUT', '/auth/me', { preferences: { theme: null, sound: true } });
  expect(merged.body['preferences']).toEqual({ filters: { queues: [1, 2] }, sound: true });
  expect((await browser.call('GET', '/auth/me')).body).toMatchObject({ name: 'Ana Maria', language: 'es' });
});

test('A new password or e-mail requires the current password', async () => {
  const without = await browser.call('PUT', '/auth/me', { password: 'outra-senha' });
  expect(without).toMatchObject({ status: 400, body: { fields: { currentPassword: 'ERR_REQUIRED' } } });
  const wrong = await browser.call('PUT', '/auth/me', { email: 'new@acme.example', currentPassword: 'nope' });
  expect(wrong).toMatchObject({ status: 400, body: { fields: { currentPassword: 'ERR_WRONG_PASSWORD' } } });
  const right = await browser.call('PUT', '/auth/me', {
    email: 'ana@acme.example',
    password: 'outra-senha',
    currentPassword: password,
  });
  expect(right).toMatchObject({ status: 200, body: { email: 'ana@acme.example' } });
  expect((await browser.call('GET', '/auth/me')).status).toBe(200);
  expect((await new Browser(all).logIn('ana@acme.example')).status).toBe(401);
  expect((await browser.logIn('ana@acme.example', 'outra-senha')).status).toBe(200);
});

test('The e-mail address of another person is refused', async () => {
  const answer = await browser.call('PUT', '/auth/me', { email: 'OTHER@acme.example', currentPassword: 'outra-senha' });
  expect(answer).toMatchObject({ status: 409, body: { error: 'ERR_EMAIL_IN_USE' } });
});

test.each([
  { name: 'A' },
  { name: 'x'.repeat(51) },
  { email: 'no address' },
  { password: 'abcd', currentPassword: 'outra-senha' },
  { language: 'fr' },
  { preferences: 'dark' },
  { preferences: { big: 'x'.repeat(20_000) } },
  { preferences: { broken: 'a\0b' } },
])('Invalid changes are refused with their faulty fields and change nothing: %j', async (body) => {
  const answer = await browser.call('PUT', '/auth/me', body);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? {})[0]).toMatch(/name|email|password|language|preferences/);
});

test('Preferences stay small, even when they grow in many steps', async () => {
  const statuses = [];
  for (const key of ['a', 'b', 'c'])
    statuses.push((await browser.call('PUT', '/auth/me', { preferences: { [key]: 'x'.repeat(7_000) } })).status);
  expect(statuses).toEqual([200, 200, 400]);
});

test('People cannot give themselves another profile or make themselves super users', async () => {
  await browser.call('PUT', '/auth/me', { super: true, profile: 'user', companyId: 99 });
  expect((await browser.call('GET', '/auth/me')).body).toMatchObject({
    super: false,
    profile: 'admin',
    companyId: acme.company.id,
  });
});
