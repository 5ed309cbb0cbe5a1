import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { counterOf, keyAddress } from '../server/two-step/time-codes.ts';

let host: TestHost;
let company: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['contacts', 'security'] });
});
afterAll(() => host.close());
beforeEach(async () => {
  company = await host.company();
});

interface Step {
  pass: string;
  challenge: { title: string; lines?: { values: string[] }; input?: { kind: string }; picture?: { src: string } };
}
type LoginAnswer = {
  step?: Step;
  token?: string;
  user?: { id: number };
  error?: string;
  context?: { triesLeft: number };
};

const password = (person: Person) =>
  host.nobody.post<LoginAnswer>('/auth/login', { email: person.email, password: person.password });
const answer = (pass: string, value = '') => host.nobody.post<LoginAnswer>('/auth/login/step', { pass, value });
/** Returns a code of the half minute that is `away` from now. */
const codeOf = (key: string, offset = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')), digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: Date.now() + offset * 30_000,
  });
const wrongCode = (key: string): string => {
  const good = new Set([-2, -1, 0, 1, 2].map((offset) => codeOf(key, offset)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.has(code)) ?? '999999';
};

/** Creates a person whose login asks for a code. The present half minute's code is used up. */
const protectedPerson = async (): Promise<{ person: Person; key: string; codes: string[] }> => {
  const person = await company.person();
  const { body } = await person.post<{ key: string }>('/security/two-step');
  // At the end of a half minute its code would be two behind when it arrives.
  await eventually(() => 30_000 - (Date.now() % 30_000) > 2_000);
  const confirmed = await person.post<{ codes: string[] }>('/security/two-step/confirm', {
    code: codeOf(body.key, -1),
  });
  expect(confirmed.status).toBe(200);
  return { person, key: body.key, codes: confirmed.body.codes };
};

test('codes match the test vectors of RFC 6238', () => {
  // Appendix B, in six digits: the key is the ASCII text 12345678901234567890.
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(counterOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(keyAddress(secret, 'ana@acme.example')).toMatch(
    /^otpauth:\/\/totp\/Balc%C3%A3o:ana%40acme\.example\?.*secret=/,
  );
});

test('a clock that is half a minute off is accepted, and a full minute is not', () => {
  const secret = new Secret({ size: 20 }).base32;
  const now = 1_700_000_010_000;
  const at = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + seconds * 1000 });
  expect(counterOf(secret, at(30), now)).toBeDefined();
  expect(counterOf(secret, at(-30), now)).toBeDefined();
  expect(counterOf(secret, at(90), now)).toBeUndefined();
  expect(counterOf(secret, at(-90), now)).toBeUndefined();
});

test('without two-step login the password is enough', async () => {
  const person = await company.person();
  expect((await person.get<object>('/security/two-step')).body).toEqual({
    isOn: false,
    since: null,
    codesLeft: 0,
    isRequired: false,
  });
  expect((await password(person)).body.token).toBeDefined();
});

test('a person who enables two-step login in the profile is asked for a code at the next login', async () => {
  const { person, key, codes } = await protectedPerson();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^\d{5}-\d{5}$/);
  const first = await password(person);
  expect(first.status).toBe(200);
  expect(first.body.token).toBeUndefined();
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(first.body.step?.challenge).toMatchObject({ title: 'Verificação em duas etapas', input: { kind: 'digits' } });
  expect(JSON.stringify(first.body)).not.toContain('state');
  const second = await answer(first.body.step?.pass ?? '', codeOf(key));
  expect(second.status).toBe(200);
  expect(second.body.user?.id).toBe(person.id);
  expect(second.headers.get('set-cookie')).toContain('jrt=');
});

test('the code question is in the login page’s language', async () => {
  const { person } = await protectedPerson();
  const { body } = await host.nobody.call<LoginAnswer>(
    'POST',
    '/auth/login',
    { email: person.email, password: person.password },
    { 'accept-language': 'en' },
  );
  expect(body.step?.challenge.title).toBe('Two-step verification');
});

test('a used code is refused within its validity', async () => {
  const { person, key } = await protectedPerson();
  const code = codeOf(key);
  const first = await password(person);
  expect((await answer(first.body.step?.pass ?? '', code)).status).toBe(200);
  const again = await password(person);
  const replayed = await answer(again.body.step?.pass ?? '', code);
  expect(replayed.status).toBe(400);
  expect(replayed.body).toMatchObject({
    error: 'ERR_LOGIN_STEP_REFUSED',
    context: { text: 'Código incorreto ou já usado. Aguarde o próximo código e tente de novo.' },
  });
});

test('of ten concurrent logins with one code one succeeds', async () => {
  const { person, key } = await protectedPerson();
  const code = codeOf(key);
  const tickets = await Promise.all(
    Array.from({ length: 8 }, async () => (await password(person)).body.step?.pass ?? ''),
  );
  const answers = await Promise.all(tickets.map((pass) => answer(pass, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a login token is valid for one session', async () => {
  const { person, key, codes } = await protectedPerson();
  const pass = (await password(person)).body.step?.pass ?? '';
  expect((await answer(pass, codeOf(key))).status).toBe(200);
  const again = await answer(pass, codes[0]);
  expect(again.status).toBe(401);
  expect(again.body.error).toBe('ERR_LOGIN_STEP_OVER');
});

test('after five wrong codes the login starts again, and after ten it is blocked for a time', async () => {
  const { person, key } = await protectedPerson();
  const wrong = wrongCode(key);
  const pass = (await password(person)).body.step?.pass ?? '';
  for (let left = 4; left >= 0; left -= 1) {
    const refused = await answer(pass, wrong);
    expect(refused.status).toBe(400);
    expect(refused.body.context?.triesLeft).toBe(left);
  }
  expect((await answer(pass, codeOf(key))).status).toBe(401);
  const second = (await password(person)).body.step?.pass ?? '';
  for (let tries = 0; tries < 5; tries += 1) await answer(second, wrong);
  const third = (await password(person)).body.step?.pass ?? '';
  const stopped = await answer(third, codeOf(key));
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('fifteen wrong codes a day are accepted from one session, and right ones do not count', async () => {
  const { person, key, codes } = await protectedPerson();
  const wrong = wrongCode(key);
  for (const path of ['codes', 'off'])
    for (let tries = 0; tries < (path === 'codes' ? 9 : 5); tries += 1)
      expect((await person.post(`/security/two-step/${path}`, { code: wrong })).status).toBe(400);
  const renewed = await person.post<{ codes: string[] }>('/security/two-step/codes', { code: codes[0] });
  expect(renewed.status).toBe(200);
  expect((await person.post('/security/two-step/off', { code: wrong })).status).toBe(400);
  const stopped = await person.post('/security/two-step/off', { code: renewed.body.codes[0] });
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3600);
});

test('of a thousand concurrent guesses five are checked', async () => {
  const { person, key } = await protectedPerson();
  const wrong = wrongCode(key);
  const pass = (await password(person)).body.step?.pass ?? '';
  const answers = await Promise.all(Array.from({ length: 40 }, () => answer(pass, wrong)));
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  expect(answers.every(({ status }) => [400, 401, 429].includes(status))).toBe(true);
});

test('a recovery code is valid once, in any notation', async () => {
  const { person, codes } = await protectedPerson();
  const [one = '', other = ''] = codes;
  const first = (await password(person)).body.step?.pass ?? '';
  const entered = await answer(first, one.replace('-', ' '));
  expect(entered.status).toBe(200);
  const again = (await password(person)).body.step?.pass ?? '';
  expect((await answer(again, one)).status).toBe(400);
  expect((await answer(again, other)).status).toBe(200);
  const asked = (await password(person)).body.step?.pass ?? '';
  const last = await answer(asked, codes[2]);
  person.token = last.body.token ?? '';
  expect((await person.get<{ codesLeft: number }>('/security/two-step')).body.codesLeft).toBe(7);
});

test('neither key nor recovery codes can be read from the database', async () => {
  const { person, key, codes } = await protectedPerson();
  const { rows } = await host.kernel.database.owner.query<{ all: string }>(
    `select t::text || coalesce((select string_agg(c::text, ' ') from security.recovery_code c where c.user_id = t.user_id), '') as all
       from security.two_step t where t.user_id = $1`,
    [person.id],
  );
  const storedText = rows[0]?.all ?? '';
  for (const secret of [key.replaceAll(' ', ''), ...codes, ...codes.map((code) => code.replace('-', ''))]) {
    expect(storedText).not.toContain(secret);
    expect(storedText).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('new recovery codes replace the old ones, and require a code', async () => {
  const { person, key, codes } = await protectedPerson();
  expect((await person.post('/security/two-step/codes', { code: wrongCode(key) })).status).toBe(400);
  const { body, status } = await person.post<{ codes: string[] }>('/security/two-step/codes', { code: codeOf(key) });
  expect(status).toBe(200);
  const pass = (await password(person)).body.step?.pass ?? '';
  expect((await answer(pass, codes[0])).status).toBe(400);
  expect((await answer(pass, body.codes[0])).status).toBe(200);
});

test('switching two-step login off requires a code', async () => {
  const { person, key } = await protectedPerson();
  const refused = await person.post<{ error: string; fields: object }>('/security/two-step/off', {
    code: wrongCode(key),
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ error: 'ERR_VALIDATION', fields: { code: 'ERR_TWO_STEP_CODE' } });
  expect((await person.post<object>('/security/two-step/off', {})).body).toMatchObject({
    fields: { code: 'Required' },
  });
  expect((await person.post('/security/two-step/off', { code: codeOf(key) })).status).toBe(200);
  expect((await password(person)).body.token).toBeDefined();
});

test('an unconfirmed key does not activate two-step login, and a key in use is not replaced', async () => {
  const person = await company.person();
  await person.post('/security/two-step');
  expect((await person.post<object>('/security/two-step/confirm', { code: '12' })).body).toMatchObject({
    fields: { code: 'ERR_TWO_STEP_CODE' },
  });
  expect((await password(person)).body.token).toBeDefined();
  const { person: other } = await protectedPerson();
  expect((await other.post<object>('/security/two-step')).body).toEqual({ error: 'ERR_TWO_STEP_ON' });
  expect((await other.post<object>('/security/two-step/confirm', { code: '123456' })).body).toEqual({
    error: 'ERR_TWO_STEP_ON',
  });
});

test('where the company requires it, people without two-step login set it up at the next login and get the recovery codes there', async () => {
  const person = await company.person();
  await company.admin.put('/settings/twoStepRequired', { value: 'enabled' });
  const first = await password(person);
  const step = first.body.step;
  expect(step?.challenge.title).toBe('Proteja sua conta');
  expect(step?.challenge.picture?.src).toMatch(/^data:image\/svg\+xml;base64,/);
  const key = step?.challenge.lines?.values[0] ?? '';
  expect((await answer(step?.pass ?? '', wrongCode(key))).status).toBe(400);
  const confirmed = await answer(step?.pass ?? '', codeOf(key));
  expect(confirmed.body.token).toBeUndefined();
  expect(confirmed.body.step?.challenge.lines?.values).toHaveLength(10);
  const entered = await answer(confirmed.body.step?.pass ?? '');
  expect(entered.body.user?.id).toBe(person.id);
  person.token = entered.body.token ?? '';
  const off = await person.post<object>('/security/two-step/off', { code: codeOf(key, 1) });
  expect(off.status).toBe(409);
  expect(off.body).toEqual({ error: 'ERR_TWO_STEP_REQUIRED' });
  expect((await password(person)).body.step?.challenge.title).toBe('Verificação em duas etapas');
});

test('the set-up cannot be skipped by answering another step', async () => {
  const person = await company.person();
  await company.admin.put('/settings/twoStepRequired', { value: 'enabled' });
  const pass = (await password(person)).body.step?.pass ?? '';
  expect((await answer(pass)).status).toBe(400);
  expect((await answer('made-up')).status).toBe(401);
  expect((await host.nobody.post('/auth/login/step', {})).status).toBe(400);
});

test('a new password ends logins that wait for their code', async () => {
  const { person, key } = await protectedPerson();
  const pass = (await password(person)).body.step?.pass ?? '';
  await host.kernel.identity.people.forCompany(company.id, undefined).update(person.id, { password: 'Outra-Senha-1' });
  expect((await answer(pass, codeOf(key))).body).toEqual({ error: 'ERR_LOGIN_STEP_OVER' });
});

test('an admin resets the two-step login of a person who lost everything, and not of a super user', async () => {
  const { person } = await protectedPerson();
  const list = await company.admin.get<{ id: number; twoStep: boolean }[]>('/security/people');
  expect(list.body.find(({ id }) => id === person.id)?.twoStep).toBe(true);
  expect((await person.delete(`/security/people/${person.id}/two-step`)).status).toBe(403);
  const { status } = await company.admin.delete(`/security/people/${person.id}/two-step`);
  expect(status).toBe(200);
  expect((await person.get('/security/two-step')).status).toBe(403);
  expect((await password(person)).body.token).toBeDefined();
  expect((await company.admin.delete<object>(`/security/people/${person.id}/two-step`)).body).toEqual({
    error: 'ERR_TWO_STEP_OFF',
  });
  expect((await company.admin.delete('/security/people/999999/two-step')).status).toBe(404);
  const stranger = await (await host.company()).person();
  expect((await company.admin.delete(`/security/people/${stranger.id}/two-step`)).status).toBe(404);
});
