import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '@balcao/sdk/server';
import { Browser, makeCompany, openInstallation, password } from './test-installation.ts';
import type { Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;
let people = 0;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
});
afterAll(() => all.close());

const loggedIn = async (node: { url: string } = all): Promise<Browser> => {
  people += 1;
  const person = await acme.add('user', `person${people}@acme.example`);
  const browser = new Browser(node);
  await browser.logIn(person.email);
  return browser;
};

test('A refresh answers like a login, with another cookie each time', async () => {
  const browser = await loggedIn();
  const cookies = [browser.cookie];
  const tokens = new Set<unknown>();
  for (let time = 0; time < 3; time += 1) {
    const answer = await browser.refresh();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.any(String),
      tokenPublicDir: expect.stringContaining(`${acme.company.id}.`),
      user: { companyId: acme.company.id },
    });
    tokens.add((answer.body as Record<string, unknown>)['tokenPublicDir']);
    expect(cookies).not.toContain(browser.cookie);
    cookies.push(browser.cookie);
  }
  expect((await browser.call('GET', '/auth/me')).status).toBe(200);
});

test.each([undefined, 'jrt=', 'jrt=unknown', `jrt=${'x'.repeat(1000)}`])(
  'A refresh without a valid cookie is refused: %s',
  async (cookie) => {
    const browser = new Browser(all);
    browser.cookie = cookie;
    expect(await browser.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
  },
);

test('Two tabs that refresh at the same moment both stay signed in, with the same successor', async () => {
  const tabs = [await loggedIn(), new Browser(all), new Browser(await all.anotherNode())];
  for (const tab of tabs) tab.cookie = tabs[0]?.cookie;
  const answers = await Promise.all(tabs.map((tab) => tab.refresh()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(1);
  expect((await tabs[1]?.refresh())?.status).toBe(200);
});

test('A tab that is two steps behind within the grace period gets the current cookie', async () => {
  const ahead = await loggedIn();
  const behind = new Browser(all);
  behind.cookie = ahead.cookie;
  await ahead.refresh();
  await ahead.refresh();
  expect((await behind.refresh()).status).toBe(200);
  expect(behind.cookie).toBe(ahead.cookie);
});

test('A browser whose answer was lost in a restart of the database stays signed in when it asks again', async () => {
  const browser = await loggedIn();
  const before = browser.cookie;
  expect((await browser.refresh()).status).toBe(200);
  const after = browser.cookie;
  // The answer never arrived, and the next attempt is answered 45 seconds later.
  browser.cookie = before;
  await all.database.owner.query(
    `update kernel.session_token set replaced_at = replaced_at - interval '45 seconds' where replaced_at is not null`,
  );
  expect((await browser.refresh()).status).toBe(200);
  expect(browser.cookie).toBe(after);
});

test('An old cookie that is used after the grace period ends the whole session', async () => {
  const strict = await all.anotherNode({ graceSeconds: 0 });
  const owner = await loggedIn(strict);
  const thief = new Browser(strict);
  thief.cookie = owner.cookie;
  expect((await owner.refresh()).status).toBe(200);
  expect((await owner.call('GET', '/auth/me')).status).toBe(200);
  expect(await thief.refresh()).toMatchObject({ status: 401, body: { context: { reason: 'reuse' } } });
  expect((await owner.call('GET', '/auth/me')).status).toBe(403);
  expect((await owner.refresh()).status).toBe(401);
  expect(strict.ended).toMatchObject([{ reason: 'reuse' }]);
});

const passed = (what: string, time: string): Promise<unknown> =>
  all.database.owner.query(`update kernel.session set ${what} = ${what} - $1::interval where ended_at is null`, [time]);
const rest = 7 * 86_400;

test('A session in use continues, and its idle time is counted from each use', async () => {
  const browser = await loggedIn();
  for (let time = 0; time < 3; time += 1) {
    await passed('expires_at', `${rest - 60} seconds`);
    expect((await browser.refresh()).status).toBe(200);
  }
  await passed('expires_at', `${rest} seconds`);
  expect((await browser.refresh()).status).toBe(401);
});

test('A session ends thirty days after its login, however much it is used', async () => {
  const browser = await loggedIn();
  await passed('created_at', '29 days 23 hours');
  expect((await browser.refresh()).status).toBe(200);
  const { rows } = await all.database.owner.query<{ soon: boolean }>(
    `select expires_at <= now() + interval '1 hour' as soon from kernel.session order by last_used_at desc limit 1`,
  );
  expect(rows).toEqual([{ soon: true }]);
  await passed('created_at', '2 hours');
  expect((await browser.refresh()).status).toBe(401);
});

test('The operator configures the idle time and the lifetime of sessions', async () => {
  const strict = await all.anotherNode({
    config: {
      sessionSecret: 'a secret of at least thirty-two characters',
      encryptionKey: Buffer.alloc(32, 7),
      publicUrl: 'http://localhost:8080',
      dataDir: all.dataDir,
      mailFrom: 'x@y.example',
      sessionLifetime: { idle: 3600, whole: 7200 },
    },
  });
  const browser = await loggedIn(strict);
  await passed('expires_at', '59 minutes');
  await passed('created_at', '59 minutes');
  expect((await browser.refresh()).status).toBe(200);
  await passed('expires_at', '61 minutes');
  expect((await browser.refresh()).status).toBe(401);
});

test('A window that was left open is told that its session has ended', async () => {
  const node = await all.anotherNode();
  const browser = await loggedIn(node);
  expect((await browser.call('GET', '/auth/me')).status).toBe(200);
  await passed('expires_at', '8 days');
  await node.identity.tidy();
  expect(node.ended).toContainEqual(expect.objectContaining({ reason: 'expired' }));
  expect((await browser.call('GET', '/auth/me')).status).toBe(403);
});

test('A session past its lifetime is refused', async () => {
  const browser = await loggedIn();
  await all.database.owner.query(
    `update kernel.session set expires_at = now() - interval '1 second' where ended_at is null`,
  );
  expect((await browser.refresh()).status).toBe(401);
});

test('Each refresh extends the session by another week', async () => {
  const browser = await loggedIn();
  await all.database.owner.query(
    `update kernel.session set expires_at = now() + interval '1 hour' where ended_at is null`,
  );
  await browser.refresh();
  const { rows } = await all.database.owner.query(
    `select expires_at > now() + interval '6 days' as longer from kernel.session where ended_at is null order by last_used_at desc limit 1`,
  );
  expect(rows).toEqual([{ longer: true }]);
});

test('The database stores no token that could be used', async () => {
  const browser = await loggedIn();
  await browser.refresh();
  const { rows } = await all.database.owner.query(
    `select s::text || t::text as text from kernel.session s, kernel.session_token t`,
  );
  const stored = rows.map(({ text }) => String(text)).join();
  expect(stored).not.toContain(String(browser.cookie?.slice(4)));
  expect(stored).not.toContain(Buffer.from(String(browser.cookie?.slice(4))).toString('hex'));
});

test('Plugins cannot read sessions, passwords or reset codes', async () => {
  const denied = [
    'select * from kernel.session',
    'select * from kernel.session_token',
    'select * from kernel.password_reset',
    'select password_hash from kernel."user"',
    `update kernel."user" set name = 'x'`,
    'select * from kernel.setting',
    'select * from kernel.mail',
    'select * from kernel.file',
    'select * from kernel.address',
    'select * from kernel.attempt',
    'select email from kernel.company',
  ];
  const client = await all.database.app.connect();
  try {
    const { rows: marks } = await all.database.owner.query('select kernel.company_mark($1) as mark', [acme.company.id]);
    await client.query(`select set_config('app.company', $1, false)`, [marks[0].mark]);
    for (const statement of denied)
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
    const { rows } = await client.query('select distinct company_id from kernel."user"');
    expect(rows).toEqual([{ company_id: acme.company.id }]);
  } finally {
    client.release(true);
  }
});

test('Cleaning up removes old sessions and tokens and leaves live ones', async () => {
  const browser = await loggedIn();
  await browser.refresh();
  await all.database.owner.query(
    `update kernel.session_token set replaced_at = now() - interval '8 days' where replaced_at is not null`,
  );
  await all.identity.tidy();
  const { rows } = await all.database.owner.query(
    `select count(*)::int as old from kernel.session_token where replaced_at is not null`,
  );
  expect(rows).toEqual([{ old: 0 }]);
  expect((await browser.refresh()).status).toBe(200);
});

test('A sign-in on a new device is announced as such after ten days without any', async () => {
  const person = await acme.add('user', 'holiday@acme.example');
  const logInFrom = async (device: string): Promise<unknown> => {
    const credentials = { email: person.email, password };
    await new Browser(all).call('POST', '/auth/login', credentials, { 'user-agent': device });
    return all.emitted.findLast(({ event }) => event === signedIn.id)?.payload;
  };
  expect(await logInFrom('Own phone')).toMatchObject({ userId: person.id, isNewDevice: false });
  await passed('created_at', '10 days');
  await passed('expires_at', '10 days');
  await all.identity.tidy();
  expect(await logInFrom('Phone of somebody else')).toMatchObject({ userId: person.id, isNewDevice: true });
});
