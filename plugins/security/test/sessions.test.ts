import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { allowsAddress, userRoom } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { apiAddresses } from '../contract.ts';
import { deviceOf } from '../server/sessions/device.ts';

let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts', 'security'] });
});
afterAll(() => host.close());
beforeEach(async () => {
  company = await host.company();
});

interface Session {
  id: string;
  userId: number;
  device: { browser: string; system: string };
  endedAt: string | null;
  endedReason: string | null;
  isPresent: boolean;
}
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

const logInWith = async (person: Person, userAgent: string): Promise<void> => {
  const { body } = await host.nobody.call<{ token: string }>(
    'POST',
    '/auth/login',
    { email: person.email, password: person.password },
    { 'user-agent': userAgent },
  );
  person.token = body.token;
};
const mailsTo = async (person: Person) =>
  (await host.kernel.identity.mailer.list(1)).mails.filter(({ to }) => to === person.email);

test('people see their present and past sessions, the live one first', async () => {
  const person = await company.person();
  await logInWith(person, firefox);
  await logInWith(person, iphone);
  const { body } = await person.get<Session[]>('/security/sessions');
  expect(body).toHaveLength(3);
  expect(body[0]).toMatchObject({ isPresent: true, endedAt: null, device: { browser: 'Safari', system: 'iPhone' } });
  expect(body[1]).toMatchObject({
    isPresent: false,
    endedReason: 'elsewhere',
    device: { browser: 'Firefox', system: 'Windows' },
  });
  expect(JSON.stringify(body)).not.toMatch(/hash|token/);
});

test('ending one’s own session sends its browser to the login', async () => {
  const person = await company.person();
  const live = await person.live();
  await live.join(userRoom, { userId: person.id });
  const { body } = await person.get<Session[]>('/security/sessions');
  const id = body[0]?.id ?? '';
  expect((await person.delete(`/security/sessions/${id}`)).status).toBe(200);
  const received = await live.receives('session-ended');
  expect(received.data).toMatchObject({ sessionId: id, reason: 'revoked' });
  expect((await person.get('/security/sessions')).status).toBe(403);
});

test('“all others” keeps the present session', async () => {
  const person = await company.person();
  expect((await person.delete<object>('/security/sessions')).body).toEqual({ ended: 0 });
  expect((await person.get('/security/sessions')).status).toBe(200);
});

test('ending another person’s session, or one that has ended, is refused', async () => {
  const person = await company.person();
  const other = await company.person();
  const { body } = await other.get<Session[]>('/security/sessions');
  const refused = await person.delete<object>(`/security/sessions/${body[0]?.id}`);
  expect(refused.status).toBe(404);
  expect(refused.body).toEqual({ error: 'ERR_NO_SESSION_FOUND' });
  expect((await other.get('/security/sessions')).status).toBe(200);
  expect((await person.delete('/security/sessions/not-a-session')).status).toBe(400);
});

test('an admin sees who is signed in and signs somebody out at once', async () => {
  const person = await company.person('user', 'Beatriz');
  const live = await person.live();
  await live.join(userRoom, { userId: person.id });
  const people = await company.admin.get<{ id: number; name: string; session?: Session }[]>('/security/people');
  expect(people.body.find(({ id }) => id === person.id)).toMatchObject({
    name: 'Beatriz',
    session: { userId: person.id },
  });
  const stranger = await (await host.company()).person();
  expect(people.body.some(({ id }) => id === stranger.id)).toBe(false);
  expect((await company.admin.delete<object>(`/security/people/${person.id}/sessions`)).body).toEqual({ ended: 1 });
  await live.receives('session-ended', ({ reason }) => reason === 'revoked');
  expect((await person.get('/security/sessions')).status).toBe(403);
});

test('neither attendants nor other companies can end a person’s session', async () => {
  const person = await company.person();
  expect((await person.get('/security/people')).status).toBe(403);
  expect((await person.delete(`/security/people/${company.admin.id}/sessions`)).status).toBe(403);
  const other = await host.company();
  expect((await other.admin.delete(`/security/people/${person.id}/sessions`)).status).toBe(404);
  expect((await person.get('/security/sessions')).status).toBe(200);
});

test('an admin cannot end a session of a super user', async () => {
  const boss = await host.superUser();
  const own = host.kernel.identity;
  const { rows } = await host.kernel.database.owner.query<{ company: number }>(
    `select company_id as company from kernel."user" where id = $1`,
    [boss.id],
  );
  const email = `chefe-${Date.now()}@teste.local`;
  await own.people.create(rows[0]?.company ?? 0, { name: 'Admin', email, password: 'Senha-123', profile: 'admin' });
  const admin = await host.logIn(email, 'Senha-123');
  expect((await admin.delete(`/security/people/${boss.id}/sessions`)).status).toBe(403);
  expect((await boss.get('/security/sessions')).status).toBe(200);
});

test('a sign-in from a new browser is mailed, except for the person’s first one and known browsers', async () => {
  const person = await company.person('user', 'Conceição');
  await logInWith(person, firefox);
  await vi.waitFor(async () => expect(await mailsTo(person)).toHaveLength(1));
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe('Novo acesso à sua conta');
  expect(mail?.text).toContain('Olá, Conceição!');
  expect(mail?.text).toContain('Firefox · Windows');
  expect(mail?.text).toMatch(/Endereço IP: \S+/);
  expect(mail?.html).toContain('/forgetpsw');
  await logInWith(person, firefox);
  await logInWith(person, iphone);
  await vi.waitFor(async () => expect(await mailsTo(person)).toHaveLength(2));
  expect((await mailsTo(person))[0]?.text).toContain('Safari · iPhone');
});

/** Waits until the weakening of a protection takes effect, a day after it was saved. */
const aDayLater = async (): Promise<void> => {
  await host.kernel.database.owner.query(
    `update kernel.pending_setting set holds_at = now() - interval '1 minute' where company_id = $1`,
    [company.id],
  );
  await host.kernel.identity.settings.applyDue();
};

test('a company may switch off the mails about sign-ins', async () => {
  await company.admin.put('/settings/signInNotice', { value: 'disabled' });
  await aDayLater();
  const person = await company.person();
  await logInWith(person, firefox);
  const mailed = await company.person();
  await company.admin.put('/settings/signInNotice', { value: 'enabled' });
  await logInWith(mailed, firefox);
  await vi.waitFor(async () => expect(await mailsTo(mailed)).toHaveLength(1));
  expect(await mailsTo(person)).toHaveLength(0);
});

test.each([
  ['', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.200', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['10.0.0.0/8\n2001:db8::/32', '2001:db8:1::5', true],
  ['10.0.0.0/8, 192.168.1.1', '192.168.1.1', true],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['nonsense', '203.0.113.7', false],
  ['203.0.113.7/99', '203.0.113.7', false],
  ['203.0.113.7', 'unknown', false],
])('the allow-list %j accepts %s: %s', (list, ip, allowed) => {
  expect(allowsAddress(list, ip)).toBe(allowed);
});

test('the allow-list is a setting, and plugins use it through a service', async () => {
  const other = await host.company();
  await company.admin.put('/settings/apiAllowedAddresses', { value: '203.0.113.0/24' });
  const ask = (of: TestCompany, ip: string) => of.scope('security').use(apiAddresses).allows(ip);
  expect(ask(company, '203.0.113.9')).toBe(true);
  expect(ask(company, '198.51.100.1')).toBe(false);
  expect(ask(other, '198.51.100.1')).toBe(true);
});

test('an allow-list with an invalid entry is refused, and the former one stays in force', async () => {
  const save = (value: string) =>
    company.admin.put<{ error: string; fields: object }>('/settings/apiAllowedAddresses', { value });
  expect((await save('203.0.113.0/24, 2001:db8::/32\n198.51.100.7')).status).toBe(200);
  for (const wrong of [
    'escritório',
    '203.0.113.7/99',
    '203.0.113',
    '127',
    '::1%eth0',
    '203.0.113.7/8/8',
    '10.0.0.1 x',
  ]) {
    const refused = await save(wrong);
    expect([wrong, refused.status, refused.body.fields]).toEqual([wrong, 400, { value: 'ERR_ADDRESS_LIST' }]);
  }
  const allowed = company.scope('security').use(apiAddresses);
  expect([allowed.allows('198.51.100.7'), allowed.allows('198.51.100.8')]).toEqual([true, false]);
  expect((await save('')).status).toBe(200);
  await aDayLater();
  expect(allowed.allows('198.51.100.8')).toBe(true);
});

test('an unknown user agent has no device name', () => {
  expect(deviceOf('curl/8')).toEqual({ browser: '', system: '' });
});
