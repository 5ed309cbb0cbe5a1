import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation } from './test-installation.ts';
import type { Answer, Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
});
afterAll(() => all.close());

const strong = 'Nova-senha-9';
const ask = (email: string): Promise<Answer> =>
  new Browser(all).call('POST', `/forgetpassword/${encodeURIComponent(email)}`);
const from = (ip: string): Browser => Object.assign(new Browser(all), { ip });
const redeem = (email: string, code: string, password = strong, ip = '127.0.0.1'): Promise<Answer> =>
  from(ip).call('PUT', `/forgetpassword/${encodeURIComponent(email)}/${encodeURIComponent(code)}`, {
    password,
  });
const codeIn = async (email: string): Promise<string> => {
  const { mails } = await all.identity.mailer.list(1);
  return /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
};
/** Clears the attempts, because the limits are by network address and all browsers here share one. */
const forgetTries = () => all.database.owner.query('delete from kernel.attempt');

test('A code is sent by mail, sets a new password once, and ends the sessions', async () => {
  await forgetTries();
  const person = await acme.add('user', 'reset@acme.example');
  const before = new Browser(all);
  await before.logIn(person.email);
  all.ended.length = 0;
  expect(await ask(person.email)).toMatchObject({ status: 200 });
  const code = await codeIn(person.email);
  expect(await redeem(person.email, code)).toMatchObject({ status: 200 });
  expect(all.ended).toMatchObject([{ userId: person.id, reason: 'password' }]);
  expect((await before.call('GET', '/auth/me')).status).toBe(403);
  expect((await before.refresh()).status).toBe(401);
  expect((await new Browser(all).logIn(person.email)).status).toBe(401);
  expect((await new Browser(all).logIn(person.email, strong)).status).toBe(200);
  expect(await redeem(person.email, code, 'Outra-senha-9')).toMatchObject({
    status: 400,
    body: { error: 'ERR_RESET_CODE_INVALID' },
  });
});

test('An unknown address is answered 404 ERR_EMAIL_NOT_FOUND in both steps', async () => {
  await forgetTries();
  expect(await ask('nobody@acme.example')).toMatchObject({ status: 404, body: { error: 'ERR_EMAIL_NOT_FOUND' } });
  expect(await redeem('nobody@acme.example', 'AAAA-AAAA')).toMatchObject({
    status: 404,
    body: { error: 'ERR_EMAIL_NOT_FOUND' },
  });
});

test('A code is accepted in small letters and without the dash', async () => {
  await forgetTries();
  const person = await acme.add('user', 'typed@acme.example');
  await ask(person.email);
  const code = (await codeIn(person.email)).replace('-', ' ').toLowerCase();
  expect((await redeem(person.email, code)).status).toBe(200);
});

test('A well-known or very long password is refused, and the code stays valid for another one', async () => {
  await forgetTries();
  const person = await acme.add('user', 'common@acme.example');
  await ask(person.email);
  const code = await codeIn(person.email);
  for (const [unfit, fault] of [
    ['Password123', 'ERR_COMMON_PASSWORD'],
    [`Aa1${'x'.repeat(100)}`, 'ERR_TOO_LONG'],
  ] as const)
    expect(await redeem(person.email, code, unfit)).toMatchObject({
      status: 400,
      body: { fields: { password: fault } },
    });
  expect((await redeem(person.email, code)).status).toBe(200);
});

test.each(['curta1A', 'semmaiuscula1', 'SEMMINUSCULA1', 'SemNumero', ''])(
  'A short or simple new password is refused before the code is tried: %s',
  async (weak) => {
    await forgetTries();
    const answer = await redeem(acme.admin.email, 'AAAA-AAAA', weak);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { password: 'ERR_WEAK_PASSWORD' } },
    });
  },
);

test('After five wrong attempts from one address no more are accepted from there, however fast they are sent', async () => {
  await forgetTries();
  const person = await acme.add('user', 'tried@acme.example');
  await ask(person.email);
  const code = await codeIn(person.email);
  const tries = await Promise.all(Array.from({ length: 5 }, () => redeem(person.email, 'WRNG-CODE')));
  expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await redeem(person.email, code)).status).toBe(429);
  // Attempts of others do not use up those of the owner.
  expect((await redeem(person.email, code, strong, '198.51.100.9')).status).toBe(200);
});

test('A code allows two hundred wrong attempts from all addresses together', async () => {
  await forgetTries();
  const person = await acme.add('user', 'besieged@acme.example');
  await ask(person.email);
  const code = await codeIn(person.email);
  await all.database.owner.query(`update kernel.password_reset set attempts = 199 where user_id = $1`, [person.id]);
  expect((await redeem(person.email, 'WRNG-CODE', strong, '198.51.100.10')).status).toBe(400);
  expect((await redeem(person.email, code, strong, '198.51.100.11')).status).toBe(400);
  await from('198.51.100.12').call('POST', `/forgetpassword/${person.email}`);
  const next = await codeIn(person.email);
  expect(next).not.toBe(code);
  expect((await redeem(person.email, next, strong, '198.51.100.12')).status).toBe(200);
});

test('A code that is sent at the same moment from two browsers sets one password', async () => {
  await forgetTries();
  const person = await acme.add('user', 'twice@acme.example');
  await ask(person.email);
  const code = await codeIn(person.email);
  const answers = await Promise.all([
    redeem(person.email, code, 'Primeira-9'),
    redeem(person.email, code, 'Segunda-99'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('A code is valid for a quarter of an hour, and repeated requests send the same one', async () => {
  await forgetTries();
  const person = await acme.add('user', 'late@acme.example');
  await ask(person.email);
  const first = await codeIn(person.email);
  await ask(person.email);
  const second = await codeIn(person.email);
  expect(second).toBe(first);
  const { rows } = await all.database.owner.query(
    `select expires_at - created_at = interval '15 minutes' as quarter from kernel.password_reset where user_id = $1`,
    [person.id],
  );
  expect(rows).toEqual([{ quarter: true }]);
  await all.database.owner.query(
    `update kernel.password_reset set expires_at = now() - interval '1 second' where user_id = $1`,
    [person.id],
  );
  expect((await redeem(person.email, second)).status).toBe(400);
  await ask(person.email);
  expect(await codeIn(person.email)).not.toBe(first);
});

test('Strangers who request codes for a person do not invalidate theirs: few mails are sent, and their code is valid', async () => {
  await forgetTries();
  const person = await acme.add('user', 'pestered@acme.example');
  for (let guess = 0; guess < 10; guess += 1)
    expect((await from(`198.51.100.${guess}`).call('POST', `/forgetpassword/${person.email}`)).status).toBe(200);
  const { mails } = await all.identity.mailer.list(1);
  expect(mails.filter(({ to }) => to === person.email)).toHaveLength(6);
  // The owner's own request is accepted too.
  expect((await ask(person.email)).status).toBe(200);
  expect((await redeem(person.email, await codeIn(person.email))).status).toBe(200);
});

test('The fourth code for a person within a quarter of an hour is refused with 429', async () => {
  await forgetTries();
  const person = await acme.add('user', 'flood@acme.example');
  const statuses = [];
  for (let time = 0; time < 4; time += 1) statuses.push((await ask(person.email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('The code of one person does not open the account of another', async () => {
  await forgetTries();
  const [one, two] = [await acme.add('user', 'one@acme.example'), await acme.add('user', 'two@acme.example')];
  await ask(one.email);
  await ask(two.email);
  expect((await redeem(two.email, await codeIn(one.email))).status).toBe(400);
});

test('The database does not store the code outside the mail', async () => {
  await forgetTries();
  const person = await acme.add('user', 'hashed@acme.example');
  await ask(person.email);
  const { rows } = await all.database.owner.query(`select r::text as text from kernel.password_reset r`);
  expect(rows.map(({ text }) => text).join()).not.toContain((await codeIn(person.email)).replace('-', ''));
});

test('A person locked out by wrong passwords can log in again by a code', async () => {
  await forgetTries();
  const person = await acme.add('user', 'locked@acme.example');
  for (let guess = 0; guess < 11; guess += 1) await new Browser(all).logIn(person.email, 'nope');
  expect((await new Browser(all).logIn(person.email)).status).toBe(429);
  await ask(person.email);
  await redeem(person.email, await codeIn(person.email));
  expect((await new Browser(all).logIn(person.email, strong)).status).toBe(200);
});
