import { afterAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { initialiseConfirmed } from '../server/initialise.ts';

let counter = 0;
const address = () => `nova${(counter += 1)}@empresa.example`;
const password = 'segredo-9';

interface Signed {
  id: number;
  confirm: boolean;
  error?: string;
  fields?: Record<string, string>;
}
let strict: TestHost;
let superUser: Person;
const opened = new Map<string, { host: TestHost; superUser: Person }>();
const start = async (mode: string) => {
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'kanban', 'companies'],
    env: { SIGNUP: mode, TRUST_PROXY: '1' },
  });
  const one = { host, superUser: await host.superUser() };
  opened.set(mode, one);
  return one;
};
/** Uses the installation with this mode of signing up; each mode has one for all its tests. */
const open = async (mode: string): Promise<void> => {
  ({ host: strict, superUser } = opened.get(mode) ?? (await start(mode)));
};
afterAll(() => Promise.all([...opened.values()].map(({ host }) => host.close())));

let visitors = 0;
const signUp = async (email: string, words: object = {}, ip = `203.0.113.${(visitors += 1)}`) => {
  const answer = await fetch(`${strict.url}/api/companies/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({
      name: 'Helena Duarte',
      companyName: `GANHE em evil${(visitors += 1)}.example`,
      email,
      password,
      ...words,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Signed };
};
const mailsTo = async (email: string) =>
  (await superUser.get<{ mails: { to: string; text: string; subject: string }[] }>('/mails')).body.mails.filter(
    ({ to }) => to === email,
  );
const tokenOf = async (email: string): Promise<string> =>
  /#confirm=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
const confirm = (token: string) =>
  strict.nobody.post<{ active: boolean; email: string; error?: string }>('/companies/cadastro/confirm', { token });
const mayLogIn = async (email: string): Promise<number> =>
  (await strict.nobody.post('/auth/login', { email, password })).status;

test('A sign-up takes effect when its mailed link is opened, once, and that mail contains no text of the visitor', async () => {
  await open('confirmed');
  const email = address();
  const { status, body } = await signUp(email);
  expect([status, body.confirm]).toEqual([200, true]);
  expect(await mayLogIn(email)).toBe(403);
  const [mail] = await mailsTo(email);
  expect(mail?.text).not.toMatch(/Helena|GANHE|evil/);
  const token = await tokenOf(email);
  expect(await confirm(`${token}x`)).toMatchObject({ status: 404, body: { error: 'ERR_SIGNUP_LINK' } });
  // The link is opened in two windows at the same moment.
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 404]);
  expect(await mayLogIn(email)).toBe(200);
  expect((await mailsTo(email)).map(({ text }) => /GANHE|Helena/.test(text))).toEqual([false, false]);
});

test('An unconfirmed sign-up does not block its address: the next sign-up replaces it', async () => {
  await open('confirmed');
  const email = address();
  const stranger = await signUp(email);
  const old = await tokenOf(email);
  const owner = await signUp(email, { companyName: 'Duarte Contabilidade' });
  expect([owner.status, owner.body.id === stranger.body.id]).toEqual([200, false]);
  expect((await confirm(old)).status).toBe(404);
  expect((await confirm(await tokenOf(email))).status).toBe(200);
  expect(await mayLogIn(email)).toBe(200);
  expect((await signUp(email)).body.error).toBe('ERR_EMAIL_IN_USE');
  expect(await mayLogIn(email)).toBe(200);
});

test('An unconfirmed sign-up expires after two days', async () => {
  await open('confirmed');
  const [late, fresh] = [address(), address()];
  const one = await signUp(late);
  const two = await signUp(fresh);
  const token = await tokenOf(late);
  await strict.kernel.database.owner.query(
    `update kernel.company_confirmation set created_at = now() - interval '3 days' where company_id = $1`,
    [one.body.id],
  );
  expect((await confirm(token)).status).toBe(404);
  await strict.kernel.identity.tidy();
  expect(await strict.kernel.identity.tenants.find(one.body.id)).toBeUndefined();
  expect(await strict.kernel.identity.tenants.find(two.body.id)).toBeDefined();
});

test('A moderated sign-up waits for the approval of a super user', async () => {
  await open('moderated');
  const email = address();
  const { body } = await signUp(email);
  expect((await confirm(await tokenOf(email))).body).toEqual({ email, active: false });
  expect(await mayLogIn(email)).toBe(403);
  await expect
    .poll(async () => (await mailsTo(superUser.email)).map(({ text }) => text))
    .toEqual([expect.stringContaining('Uma empresa confirmou o e-mail e aguarda liberação.')]);
  expect((await superUser.put(`/companies/${body.id}`, { status: true })).status).toBe(200);
  expect(await mayLogIn(email)).toBe(200);
});

test('A sign-up records the company whose referral link was used, and ignores an unknown number', async () => {
  await open('open');
  const originOf = async (companyId: number) => {
    const { body } = await signUp(address(), { companyId });
    return (await superUser.get<{ origin: string }>(`/companies/${body.id}`)).body.origin;
  };
  expect(await originOf(1)).toBe('signup:1');
  expect(await originOf(999_999)).toBe('');
});

test('A sign-up does not reveal whether the company of a referral number exists, neither in its answer nor inside', async () => {
  await open('open');
  const off = await strict.company();
  await superUser.put(`/companies/${off.id}`, { status: false });
  const recordedSponsor = async (companyId: unknown) => {
    const email = address();
    const { status, body } = await signUp(email, { companyId, companyName: 'Sempre igual', name: 'Rui Sá' });
    const person = await strict.logIn(email, password);
    const seen = [
      await person.get('/auth/me'),
      await person.get(`/companies/${body.id}`),
      await person.get('/settings'),
      await person.get('/companies/list'),
    ].map(({ status: code, body: answer }) => [code, Object.keys(answer as object), JSON.stringify(answer)] as const);
    await superUser.put(`/companies/${body.id}`, { name: `Já vista ${body.id}` });
    return {
      status,
      keys: Object.keys(body),
      seen: seen.map(([code, keys]) => [code, keys]),
      hint: seen.some(([, , text]) => text.includes('signup:')),
    };
  };
  const known = await recordedSponsor(1);
  expect(known).toMatchObject({ status: 200, keys: ['id', 'name', 'confirm'], hint: false });
  for (const companyId of [off.id, 999_999, -1, 'x', null, undefined])
    expect(await recordedSponsor(companyId)).toEqual(known);
});

test('Sign-up is refused where it is closed, and the page knows it', async () => {
  await open('closed');
  expect((await signUp(address())).body.error).toBe('ERR_SIGNUP_CLOSED');
  expect((await strict.nobody.get<{ signup: boolean }>('/platform/info')).body.signup).toBe(false);
});

test('Sign-ups are limited per network and per address', async () => {
  await open('confirmed');
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await signUp(address(), {}, `2001:db8:7:7::${Math.floor(tries / 6)}`)).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
  const email = address();
  const again: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) again.push((await signUp(email)).status);
  expect(again).toEqual([200, 200, 200, 200, 429]);
});

test('An open sign-up whose node was killed before the account was complete can be repeated with the same address', async () => {
  await open('open');
  const email = address();
  const company = { name: 'Padaria Aurora', uniqueName: true, email };
  // All that the killed node had done.
  await strict.kernel.identity.tenants.createUnconfirmed({ ...company, admin: { name: 'Ana', email, password } });
  expect(await mayLogIn(email)).toBe(403);
  const again = await signUp(email, { companyName: 'Padaria Aurora' });
  expect([again.status, again.body.confirm]).toEqual([200, false]);
  expect(await mayLogIn(email)).toBe(200);
  expect((await signUp(email)).body.error).toBe('ERR_EMAIL_IN_USE');
});

test('A sign-up that is sent twice at the same moment creates one account', async () => {
  await open('open');
  const email = address();
  const answers = await Promise.all([signUp(email), signUp(email)]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toEqual([200]);
  expect(await mayLogIn(email)).toBe(200);
});

test('A repeated initialisation of a company leaves a module off that its admin switched off meanwhile', async () => {
  await open('confirmed');
  const email = address();
  const { body } = await signUp(email);
  await confirm(await tokenOf(email));
  const person = await strict.logIn(email, password);
  const kanban = async () => (await person.get<{ kanbanEnabled: boolean }>(`/companies/${body.id}`)).body.kanbanEnabled;
  expect(await kanban()).toBe(true);
  await strict.kernel.identity.settings.set(body.id, 'kanbanEnabled', 'disabled');
  // The first attempt had failed, so the choices of the visitor are still stored.
  const scope = strict.kernel.scope(body.id, 'companies');
  await scope.sql.run(sql`insert into companies.sign_up (chosen) values ('{}')`);
  await initialiseConfirmed(scope);
  expect(await kanban()).toBe(false);
});
