import { expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { clientId, clientSecret } from './google/consent.ts';
import { withGoogle } from './setup.ts';

const setup = withGoogle();

test('without a client nobody can connect, and is told; the company’s own comes before the installation’s', async () => {
  const company = await setup.host.company({ settings: { googleCalendarEnabled: 'enabled' } });
  const ana = await company.person('user', 'Ana');
  expect(await ana.get('/google/auth-url')).toMatchObject({ status: 409, body: { error: 'ERR_GOOGLE_NO_CLIENT' } });
  expect((await ana.get('/google/check-connection')).body).toMatchObject({
    connected: false,
    client: 'none',
    maySetUp: false,
  });
  expect((await ana.put('/settings/googleOwnClientId', { value: 'meu' })).status).toBe(403);
  expect((await company.admin.put('/settings/googleClientId', { value: 'meu' })).status).toBe(404);
  const root = await setup.host.superUser();
  for (const [key, value] of Object.entries({ googleOwnClientId: 'da-empresa', googleOwnClientSecret: 's' }))
    expect((await company.admin.put(`/settings/${key}`, { value })).status).toBe(200);
  const { body } = await ana.get<{ url: string }>('/google/auth-url');
  expect(new URL(body.url).searchParams.get('client_id')).toBe('da-empresa');
  expect((await ana.get('/google/check-connection')).body).toMatchObject({ client: 'company' });
  expect(root.id).toBeGreaterThan(0);
});

test('the consent asks for the calendar and who signs in alone, offline, with a challenge and an unguessable state', async () => {
  const { url } = await (await setup.owner()).begin();
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: clientId,
    redirect_uri: `${setup.host.url}/api/google/callback`,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/calendar.events openid email',
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge_method: 'S256',
  });
  expect(url.searchParams.get('state')).toMatch(/^\d+\.[\w-]{43}$/);
});

test('who consents is connected, and no secret or token is in the database as text, or in an answer', async () => {
  const one = await setup.owner();
  expect((await one.person.get('/google/sync')).status).toBe(400);
  expect(await one.connect()).toBe('connected');
  await one.settled();
  const view = await one.view();
  expect(view).toMatchObject({
    connected: true,
    account: { email: one.calendar.email, state: 'ok', hasChannel: true },
  });
  const row = await one.scope.sql.one<object>(
    sql`select to_jsonb(a) as row from google_calendar.account a where user_id = ${one.person.id}`,
  );
  const login = await one.scope.sql.one<object>(
    sql`select to_jsonb(l) as row from google_calendar.login l where user_id = ${one.person.id}`,
  );
  const text = JSON.stringify([row, login, view]);
  expect(text).not.toMatch(/ya29|1\/\/|GOCSPX/);
  expect(text).not.toContain(clientSecret);
});

test('the person may refuse, or untick the calendar: nothing is connected, and what was given is given back', async () => {
  const one = await setup.owner();
  setup.google.consent.choice = 'deny';
  expect(await one.connect()).toBe('denied');
  setup.google.consent.choice = 'openid';
  expect(await one.connect()).toBe('scope');
  setup.google.consent.choice = 'https://www.googleapis.com/auth/calendar.events';
  expect(setup.google.consent.hasTokens(one.calendar)).toBe(false);
  expect(await one.view()).toMatchObject({ connected: false, account: null });
});

test('a state works once, in the browser that asked, for its own company', async () => {
  const [one, other] = [await setup.owner(), await setup.owner()];
  const mine = await one.begin();
  const theirs = await other.begin();
  const address = one.consents(mine.url);
  // Another browser, another person’s browser, none, and a state of another company.
  expect(await one.returns(address, '')).toBe('over');
  expect(await one.returns(address, theirs.cookie)).toBe('over');
  const swapped = address.replace(`state=${one.company.id}.`, `state=${other.company.id}.`);
  expect(await one.returns(swapped, mine.cookie)).toBe('over');
  expect(await one.returns(swapped, theirs.cookie)).toBe('over');
  expect(await one.returns(address.replace(/state=\d+/, 'state=999999'), mine.cookie)).toBe('over');
  expect(await one.returns(address, mine.cookie)).toBe('connected');
  expect(await one.returns(address, mine.cookie)).toBe('over');
  expect((await other.view()).account).toBeNull();
});

test('a consent that took too long, or whose client has a wrong secret, ends with its reason', async () => {
  const one = await setup.owner();
  const { url, cookie } = await one.begin();
  await one.scope.sql.run(sql`update google_calendar.login set created_at = now() - interval '11 minutes'`);
  expect(await one.returns(one.consents(url), cookie)).toBe('over');
  for (const [key, value] of Object.entries({ googleOwnClientId: clientId, googleOwnClientSecret: 'errado' }))
    await one.company.admin.put(`/settings/${key}`, { value });
  expect(await one.connect()).toBe('refused');
});

test('disconnecting ends channel and consent at Google, deletes the tokens, and keeps entries unless told otherwise', async () => {
  const one = await setup.connected();
  one.calendar.insert({
    summary: 'Audiência',
    start: { dateTime: '2027-03-01T14:00:00-03:00' },
    end: { dateTime: '2027-03-01T15:00:00-03:00' },
  });
  await one.add({ title: 'Feito aqui mesmo' });
  await one.sync();
  expect(await one.person.post('/google/disconnect')).toMatchObject({ status: 200 });
  expect(setup.google.consent.hasTokens(one.calendar)).toBe(false);
  expect([...setup.google.pushes.channels.values()].filter(({ calendar }) => calendar === one.calendar)).toEqual([]);
  expect((await one.view()).account).toBeNull();
  expect((await one.entries()).map(({ title }) => title).toSorted()).toEqual(['Audiência', 'Feito aqui mesmo']);
  // The same account again finds what it knows.
  await one.connect();
  await one.settled();
  expect(await one.entries()).toHaveLength(2);
  expect(one.calendar.events).toHaveLength(2);
  await one.person.post('/google/disconnect', { removeEntries: true });
  expect((await one.entries()).map(({ title }) => title)).toEqual(['Feito aqui mesmo']);
  expect(one.calendar.events).toHaveLength(2);
});
