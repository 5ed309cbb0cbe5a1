import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation, password } from './test-installation.ts';
import type { Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;
let refusal: { code: string } | undefined;

beforeAll(async () => {
  all = await openInstallation({
    loginRefusal: async () => refusal,
    sessionExtras: async () => ({
      id: 999,
      queues: [{ id: 1 }],
      company: { invoice: { status: 'paid' }, name: 'other' },
    }),
  });
  acme = await makeCompany(all, 'acme');
});
afterAll(() => all.close());

test('A login returns the token, the media token, and the person with company, settings and plugin data', async () => {
  const { status, body, headers } = await new Browser(all).logIn(acme.admin.email);
  expect(status).toBe(200);
  expect(body['tokenPublicDir']).toMatch(new RegExp(`^${acme.company.id}\\.${acme.admin.id}\\.`));
  const user = body['user'] as Record<string, unknown> & { company: Record<string, unknown> };
  expect(user).toMatchObject({
    id: acme.admin.id,
    name: 'Ana',
    email: acme.admin.email,
    profile: 'admin',
    companyId: acme.company.id,
    super: false,
    language: 'pt',
    queues: [{ id: 1 }],
    company: { id: acme.company.id, name: 'acme', status: true, invoice: { status: 'paid' } },
  });
  expect(user['permissions']).toContain('notes:delete');
  expect(user.company['settings']).toContainEqual({ key: 'closing', value: 'question' });
  expect(user.company['settings']).toContainEqual({ key: 'boardEnabled', value: 'disabled' });
  expect(JSON.stringify(body)).not.toContain('argon2');
  expect(headers.getSetCookie()[0]).toMatch(
    /^jrt=[\w-]{43}; path=\/api\/auth; expires=.*; samesite=strict; httponly$/i,
  );
  expect(headers.getSetCookie()[1]).toMatch(
    /^jrtStart=[\w-]{43}; path=\/api\/bootstrap; expires=.*; samesite=strict; httponly$/i,
  );
  // The page can read whether there is a refresh token, and nothing else.
  expect(headers.getSetCookie()[2]).toMatch(/^signedIn=[\w-]{8}; path=\/; expires=.*; samesite=strict$/i);
});

test('The cookie is limited to https only where the site is reached by https', async () => {
  const secure = await all.anotherNode({
    config: {
      sessionSecret: 'a secret of at least thirty-two characters',
      encryptionKey: Buffer.alloc(32, 7),
      publicUrl: 'https://chat.example',
      dataDir: all.dataDir,
      mailFrom: 'x@y.example',
    },
  });
  const { headers } = await new Browser(secure).logIn(acme.admin.email);
  expect(headers.getSetCookie()[0]).toMatch(/; secure/i);
});

test('E-mail addresses are accepted regardless of case and surrounding blanks', async () => {
  expect((await new Browser(all).logIn(`  ${acme.admin.email.toUpperCase()} `)).status).toBe(200);
});

test('A wrong password and an unknown address get the same answer', async () => {
  const wrong = await new Browser(all).logIn(acme.admin.email, 'nope');
  const unknown = await new Browser(all).logIn('nobody@acme.example', 'nope');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ error: 'ERR_INVALID_CREDENTIALS' });
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
});

test.each([
  {},
  { email: 5, password: [] },
  { email: 'a\0@b.c', password: 'x' },
  { email: 'x'.repeat(300), password: 'x' },
])('A malformed login form is refused with its faulty fields: %j', async (body) => {
  const answer = await new Browser(all).call('POST', '/auth/login', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe('ERR_VALIDATION');
});

test('People of a company that is switched off are refused, and learn it only with the right password', async () => {
  const closed = await makeCompany(all, 'closed');
  await all.identity.tenants.update(closed.company.id, { status: false });
  const answer = await new Browser(all).logIn(closed.admin.email);
  expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_COMPANY_INACTIVE' } });
  expect((await new Browser(all).logIn(closed.admin.email, 'nope')).body.error).toBe('ERR_INVALID_CREDENTIALS');
});

test('Switching a company off ends its open sessions', async () => {
  const closing = await makeCompany(all, 'closing');
  const browser = new Browser(all);
  await browser.logIn(closing.admin.email);
  expect((await browser.call('GET', '/auth/me')).status).toBe(200);
  await all.identity.tenants.update(closing.company.id, { status: false });
  expect((await browser.call('GET', '/auth/me')).status).toBe(403);
  expect((await browser.refresh()).status).toBe(401);
});

test('A plugin can refuse a login with a code of its own, such as an overdue invoice', async () => {
  refusal = { code: 'ERR_INVOICE_OVERDUE' };
  const answer = await new Browser(all).logIn(acme.admin.email);
  refusal = undefined;
  expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_INVOICE_OVERDUE' } });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('A plugin that fails to add its data does not prevent logins', async () => {
  const node = await all.anotherNode({
    sessionExtras: async () => {
      throw new Error('broken');
    },
  });
  expect((await new Browser(node).logIn(acme.admin.email)).status).toBe(200);
});

test('A missing, garbled or forged token is 401, and an expired one 403', async () => {
  const browser = new Browser(all);
  const signed = (key: string, claims: object) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key));
  const bad = [
    undefined,
    'garbled',
    await signed('somebody else’s key', { sub: '1', company: 1 }),
    'eyJhbGciOiJub25lIn0.e30.',
  ];
  for (const token of bad) {
    browser.token = token;
    expect(await browser.call('GET', '/auth/me')).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_EXPIRED' },
    });
  }
  await browser.logIn(acme.admin.email);
  const { AccessTokens } = await import('../access-token.ts');
  const { deriveKey: keyFor } = await import('../derived-keys.ts');
  const key = keyFor('a secret of at least thirty-two characters', 'access-token').toString('hex');
  const claims = await new AccessTokens(key).read(browser.token);
  browser.token = await new AccessTokens(key, -1).issue(claims);
  expect(await browser.call('GET', '/auth/me')).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } });
});

test('A login elsewhere ends the former session at once and tells the reason', async () => {
  const first = new Browser(all);
  await first.logIn(acme.admin.email);
  expect((await first.call('GET', '/auth/me')).status).toBe(200);
  all.ended.length = 0;
  const second = new Browser(all);
  await second.logIn(acme.admin.email);
  expect(all.ended).toEqual([
    { companyId: acme.company.id, userId: acme.admin.id, sessionId: expect.any(String), reason: 'elsewhere' },
  ]);
  expect(await first.call('GET', '/auth/me')).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect(await first.refresh()).toMatchObject({
    status: 401,
    body: { error: 'ERR_SESSION_EXPIRED', context: { reason: 'elsewhere' } },
  });
  expect((await second.call('GET', '/auth/me')).status).toBe(200);
});

test('Many logins of one person at the same moment leave one live session', async () => {
  const browsers = Array.from({ length: 5 }, () => new Browser(all));
  const answers = await Promise.all(browsers.map((browser) => browser.logIn(acme.admin.email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const alive = await Promise.all(browsers.map((browser) => browser.call('GET', '/auth/me')));
  expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('Another node refuses a session that was ended on this one', async () => {
  const other = await all.anotherNode();
  const person = await acme.add('user', 'elsewhere@acme.example');
  const browser = new Browser(all);
  await browser.logIn(person.email);
  const there = new Browser(other);
  there.token = browser.token;
  expect((await there.call('GET', '/auth/me')).status).toBe(200);
  await browser.call('DELETE', '/auth/logout');
  await expect.poll(async () => (await there.call('GET', '/auth/me')).status).toBe(403);
});

test('A logout ends the session and deletes the cookies', async () => {
  const browser = new Browser(all);
  await browser.logIn(acme.admin.email);
  const { cookie } = browser;
  const answer = await browser.call('DELETE', '/auth/logout');
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^jrt=;.*expires=Thu, 01 Jan 1970/i);
  expect(answer.headers.getSetCookie()[1]).toMatch(/^jrtStart=;.*expires=Thu, 01 Jan 1970/i);
  expect(answer.headers.getSetCookie()[2]).toMatch(/^signedIn=;.*expires=Thu, 01 Jan 1970/i);
  expect((await browser.call('GET', '/auth/me')).status).toBe(403);
  browser.cookie = cookie;
  expect((await browser.refresh()).status).toBe(401);
});

test('Ten wrong passwords for one address block it for a while on every node, even with the right password', async () => {
  const person = await acme.add('user', 'guessed@acme.example');
  for (let guess = 0; guess < 10; guess += 1)
    expect((await new Browser(all).logIn(person.email, 'nope')).status).toBe(401);
  const answer = await new Browser(all).logIn(person.email);
  expect(answer).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
  expect(answer.body.context?.['retryAfter']).toBeGreaterThan(0);
  expect((await new Browser(await all.anotherNode()).logIn(person.email)).status).toBe(429);
  expect((await new Browser(all).logIn(acme.admin.email)).status).toBe(200);
});

test('A refusal of the login also refuses the next refresh and ends the session', async () => {
  const person = await acme.add('user', 'overdue@acme.example');
  const browser = new Browser(all);
  expect((await browser.logIn(person.email)).status).toBe(200);
  refusal = { code: 'ERR_INVOICE_OVERDUE' };
  expect(await browser.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_INVOICE_OVERDUE' } });
  refusal = undefined;
  expect((await browser.refresh()).status).toBe(401);
  expect((await browser.logIn(person.email)).status).toBe(200);
});

test('Concurrent guesses do not exceed the limit together', async () => {
  const person = await acme.add('user', 'flooded@acme.example');
  const answers = await Promise.all(Array.from({ length: 25 }, () => new Browser(all).logIn(person.email, 'nope')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('Successful logins are not counted, so a person may log in all day', async () => {
  const person = await acme.add('user', 'often@acme.example');
  for (let time = 0; time < 12; time += 1)
    expect((await new Browser(all).logIn(person.email, password)).status).toBe(200);
});

test('Wrong passwords from elsewhere do not lock a person out on a device where they signed in before', async () => {
  const person = await acme.add('user', 'besieged@acme.example');
  const own = Object.assign(new Browser(all), { ip: '203.0.113.5' });
  expect((await own.logIn(person.email)).status).toBe(200);
  await all.database.owner.query(
    `insert into kernel.attempt (key, count, resets_at) values ($1, 100, now() + interval '15 minutes')
     on conflict (key) do update set count = 100, resets_at = excluded.resets_at`,
    [`login-email:${person.email}`],
  );
  const elsewhere = Object.assign(new Browser(all), { ip: '203.0.113.6' });
  expect((await elsewhere.logIn(person.email)).status).toBe(429);
  own.cookie = undefined;
  expect((await own.logIn(person.email)).status).toBe(200);
  // The device belongs to the person alone and allows no more attempts than any other.
  expect((await own.logIn(acme.admin.email, 'nope')).status).toBe(401);
  for (let guess = 0; guess < 10; guess += 1) expect((await own.logIn(person.email, 'nope')).status).toBe(401);
  expect((await own.logIn(person.email)).status).toBe(429);
});

test('A busy server counts no failed attempt, and one network cannot block the others', async () => {
  const person = await acme.add('user', 'patient@acme.example');
  const flood = Array.from({ length: 40 }, (_, index) =>
    Object.assign(new Browser(all), { ip: '203.0.113.77' }).logIn(`nobody${index}@acme.example`, 'nope'),
  );
  const own = Object.assign(new Browser(all), { ip: '203.0.113.78' });
  expect((await own.logIn(person.email)).status).toBe(200);
  const busy = (await Promise.all(flood)).filter(({ status }) => status === 429).length;
  expect(busy).toBeGreaterThan(0);
  const { rows } = await all.database.owner.query<{ count: number }>(
    `select count from kernel.attempt where key = 'login-ip:203.0.113.77'`,
  );
  expect(rows[0]?.count).toBe(40 - busy);
});
