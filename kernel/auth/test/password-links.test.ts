import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PasswordLink } from '@balcao/sdk/server';
import { Browser, makeCompany, openInstallation, password } from './test-installation.ts';
import type { Answer, Installation, TestCompany } from './test-installation.ts';

let all: Installation;
let acme: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
  other = await makeCompany(all, 'other');
});
afterAll(() => all.close());
beforeEach(() => all.database.owner.query('delete from kernel.attempt'));

const strong = 'Nova-senha-9';
const accounts = (company = acme) => all.identity.people.forCompany(company.company.id, company.admin);
const tokenOf = ({ link }: PasswordLink): string => link?.split('#token=')[1] ?? '';
const invite = async (email: string) => {
  const { id } = await accounts().create({ name: 'Bia', email, profile: 'user' });
  return { id, email, token: tokenOf(await accounts().sendPasswordLink(id)) };
};
const show = (token: string): Promise<Answer> => new Browser(all).call('POST', '/auth/password-link', { token });
const redeem = (token: string, secret = strong): Promise<Answer> =>
  new Browser(all).call('PUT', '/auth/password-link', { token, password: secret });
const over = { status: 404, body: { error: 'ERR_PASSWORD_LINK' } };
const userRow = async (id: number) =>
  (
    await all.database.owner.query(
      `select invited_until is not null as invited, invited_until > now() as good, must_change_password as must
         from kernel."user" where id = $1`,
      [id],
    )
  ).rows[0];

test('An invited person has no password until their link sets one, once', async () => {
  const bia = await invite('bia@acme.example');
  expect(await userRow(bia.id)).toEqual({ invited: true, good: true, must: false });
  for (const guess of ['', password]) expect((await new Browser(all).logIn(bia.email, guess)).status).toBe(401);
  expect(await show(bia.token)).toMatchObject({
    status: 200,
    body: { name: 'Bia', email: bia.email, company: 'acme', isInvited: true },
  });
  expect(await redeem(bia.token)).toMatchObject({ status: 200, body: { email: bia.email } });
  expect((await new Browser(all).logIn(bia.email, strong)).status).toBe(200);
  expect(await userRow(bia.id)).toMatchObject({ invited: false });
  expect([await show(bia.token), await redeem(bia.token)]).toMatchObject([over, over]);
});

test('A link that is opened in two windows sets one password', async () => {
  const { token } = await invite('twice@acme.example');
  const answers = await Promise.all([redeem(token, 'Primeira-9'), redeem(token, 'Segunda-99')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('A link becomes invalid by a new link, a new address, a withdrawal and after two days', async () => {
  const bia = await invite('again@acme.example');
  const second = tokenOf(await accounts().sendPasswordLink(bia.id));
  expect(await show(bia.token)).toMatchObject(over);
  await accounts().update(bia.id, { email: 'moved@acme.example' });
  expect(await redeem(second)).toMatchObject(over);
  expect(await userRow(bia.id)).toMatchObject({ invited: true, good: false });
  const third = tokenOf(await accounts().sendPasswordLink(bia.id));
  const { rows } = await all.database.owner.query(
    `select expires_at - created_at = interval '48 hours' as days from kernel.password_link where user_id = $1`,
    [bia.id],
  );
  expect(rows).toEqual([{ days: true }]);
  await all.database.owner.query(
    `update kernel.password_link set expires_at = now() - interval '1 second' where user_id = $1`,
    [bia.id],
  );
  expect(await redeem(third)).toMatchObject(over);
  const fourth = tokenOf(await accounts().sendPasswordLink(bia.id));
  await accounts().remove(bia.id);
  expect(await redeem(fourth)).toMatchObject(over);
});

test.each(['the person', 'an admin'])(
  'A link and a code that were sent to the former address are invalid once %s has changed the address',
  async (who) => {
    const rui = await acme.add('user', `former-${who.length}@acme.example`);
    const token = tokenOf(await accounts().sendPasswordLink(rui.id));
    await new Browser(all).call('POST', `/forgetpassword/${rui.email}`);
    const { mails } = await all.identity.mailer.list(1);
    const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(mails.find(({ to }) => to === rui.email)?.text ?? '')?.[0] ?? '';
    const email = `present-${who.length}@acme.example`;
    if (who === 'an admin') await accounts().update(rui.id, { email });
    else {
      const own = new Browser(all);
      await own.logIn(rui.email);
      expect((await own.call('PUT', '/auth/me', { email, currentPassword: password })).status).toBe(200);
    }
    expect([await show(token), await redeem(token)]).toMatchObject([over, over]);
    const reset = await new Browser(all).call('PUT', `/forgetpassword/${email}/${code}`, { password: strong });
    expect(reset).toMatchObject({ status: 400, body: { error: 'ERR_RESET_CODE_INVALID' } });
    expect((await new Browser(all).logIn(email)).status).toBe(200);
  },
);

test('A link for a new password ends the sessions, and the old password is valid until then', async () => {
  const lia = await acme.add('user', 'lia@acme.example');
  const before = new Browser(all);
  await before.logIn(lia.email);
  const token = tokenOf(await accounts().sendPasswordLink(lia.id));
  expect((await before.call('GET', '/auth/me')).status).toBe(200);
  expect(await show(token)).toMatchObject({ body: { isInvited: false } });
  expect((await redeem(token, 'curta')).body).toMatchObject({ fields: { password: 'ERR_WEAK_PASSWORD' } });
  expect((await redeem(token, 'Password123')).body).toMatchObject({ fields: { password: 'ERR_COMMON_PASSWORD' } });
  expect((await redeem(token)).status).toBe(200);
  expect((await before.call('GET', '/auth/me')).status).toBe(403);
  expect((await new Browser(all).logIn(lia.email)).status).toBe(401);
});

test('Choosing a password in the meantime invalidates an earlier link', async () => {
  const lia = await acme.add('user', 'own@acme.example');
  const token = tokenOf(await accounts().sendPasswordLink(lia.id));
  const browser = new Browser(all);
  await browser.logIn(lia.email);
  await browser.call('PUT', '/auth/me', { password: strong, currentPassword: password });
  expect(await redeem(token, 'Outra-senha-9')).toMatchObject(over);
});

test('When two admins send a link at the same moment, exactly one link is valid, and it is the stored one', async () => {
  const bia = await invite('both@acme.example');
  const links = await Promise.all([accounts().sendPasswordLink(bia.id), accounts().sendPasswordLink(bia.id)]);
  const answers = await Promise.all(links.map((link) => show(tokenOf(link))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await show(bia.token)).toMatchObject(over);
  // Which of them is stored last is up to the database: each names the end that its own transaction began with.
  const good = links[answers.findIndex(({ status }) => status === 200)];
  const { rows } = await all.database.owner.query<{ end: Date }>(
    `select expires_at as "end" from kernel.password_link where user_id = $1`,
    [bia.id],
  );
  expect(rows).toEqual([{ end: good?.expiresAt }]);
  expect(await redeem(good ? tokenOf(good) : '')).toMatchObject({ status: 200, body: { email: bia.email } });
  expect((await new Browser(all).logIn(bia.email, strong)).status).toBe(200);
});

test('A link cannot be sent to people of another company, nor to a super user by somebody else', async () => {
  const lia = await acme.add('user', 'foreign@acme.example');
  await expect(accounts(other).sendPasswordLink(lia.id)).rejects.toMatchObject({ code: 'ERR_NO_USER_FOUND' });
  await all.identity.people.makeSuper(lia.id);
  await expect(accounts().sendPasswordLink(lia.id)).rejects.toMatchObject({ status: 403 });
});

test('With a mail server the link is sent by mail and not shown, and the database stores no token in plain text', async () => {
  const node = await all.anotherNode({
    config: {
      sessionSecret: 'a secret of at least thirty-two characters',
      encryptionKey: Buffer.alloc(32, 7),
      publicUrl: 'http://localhost:8080',
      dataDir: all.dataDir,
      mailFrom: 'Balcão <nao-responda@balcao.local>',
      smtpUrl: 'smtp://127.0.0.1:1',
    },
  });
  const mine = node.identity.people.forCompany(acme.company.id, acme.admin);
  const { id } = await mine.create({ name: 'Caio', email: 'caio@acme.example', profile: 'user' });
  expect(await mine.sendPasswordLink(id)).toMatchObject({ link: null });
  const { mails } = await node.identity.mailer.list(1);
  const mail = mails.find(({ to }) => to === 'caio@acme.example');
  expect(mail?.subject).toBe('Ana convidou você para acme');
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await show(token)).toMatchObject({ status: 200 });
  const { rows } = await all.database.owner.query(`select l::text as text from kernel.password_link l`);
  expect(rows.map(({ text }) => text).join()).not.toContain(token);
});

test('A password set by another person for the first login must be replaced by a different one', async () => {
  const dora = await acme.add('user', 'dora@acme.example');
  await accounts().update(dora.id, { password: 'Emprestada-1', mustChangePassword: true });
  expect(await userRow(dora.id)).toMatchObject({ must: true });
  await expect(accounts().update(dora.id, { password: 'Emprestada-1' })).rejects.toMatchObject({
    fields: { password: 'ERR_SAME_PASSWORD' },
  });
  await accounts().update(dora.id, { password: strong });
  expect(await userRow(dora.id)).toMatchObject({ must: false });
});
