import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation } from './test-installation.ts';
import type { Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;
let people = 0;

beforeAll(async () => {
  all = await openInstallation({
    pageParts: (user) => ({ plugins: [{ id: `of-${user.companyId}`, version: '1.0.0', entry: '/client.js' }] }),
  });
  acme = await makeCompany(all, 'acme');
});
afterAll(() => all.close());

const loggedIn = async (): Promise<Browser> => {
  people += 1;
  const person = await acme.add('user', `person${people}@acme.example`);
  const browser = new Browser(all);
  await browser.logIn(person.email);
  return browser;
};

test('One call returns all that a page starts with: the session, as a refresh returns it, and the browser code of the company', async () => {
  const browser = await loggedIn();
  const { status, body } = await browser.call('GET', '/bootstrap');
  expect({ status, plugins: body['plugins'] }).toEqual({
    status: 200,
    plugins: [{ id: `of-${acme.company.id}`, version: '1.0.0', entry: '/client.js' }],
  });
  const session = body['session'] as { token: string; user: object };
  browser.token = session.token;
  expect(session.user).toEqual((await browser.call('GET', '/auth/me')).body);
  expect(session.user).toMatchObject({ companyId: acme.company.id, company: { settings: expect.any(Array) } });
});

test('The token of the start call and that of the refresh are the same, and either can be used next', async () => {
  const browser = await loggedIn();
  for (const [method, path] of [
    ['GET', '/bootstrap'],
    ['POST', '/auth/refresh_token'],
    ['GET', '/bootstrap'],
    ['GET', '/bootstrap'],
    ['POST', '/auth/refresh_token'],
  ] as const)
    expect((await browser.call(method, path)).status).toBe(200);
});

test('The refresh token is sent only with the two calls that need it, and no script can read it', async () => {
  const browser = await loggedIn();
  const { headers } = await browser.call('GET', '/bootstrap');
  const set = headers.getSetCookie().map((line) => line.toLowerCase());
  const paths = set.filter((line) => line.startsWith('jrt')).map((line) => /path=([^;]+)/.exec(line)?.[1]);
  expect(paths.toSorted()).toEqual(['/api/auth', '/api/bootstrap']);
  for (const line of set.filter((one) => one.startsWith('jrt'))) {
    expect(line).toContain('httponly');
    expect(line).toContain('samesite=strict');
  }
});

test('The call that starts a page is refused after a sign-out and without a cookie of the product', async () => {
  const browser = await loggedIn();
  expect((await browser.call('DELETE', '/auth/logout')).status).toBe(200);
  for (const one of [browser, new Browser(all)])
    expect(await one.call('GET', '/bootstrap')).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
});
