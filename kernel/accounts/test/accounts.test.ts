import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation, password } from '../../auth/test/test-installation.ts';
import type { Installation, TestCompany } from '../../auth/test/test-installation.ts';

let all: Installation;
let acme: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
  other = await makeCompany(all, 'other');
});
afterAll(() => all.close());

const accounts = (company = acme, actor = company.admin) => all.identity.people.forCompany(company.company.id, actor);
const refused = (code: string) => expect.objectContaining({ code });

test('A new account can log in, and an event is emitted for it', async () => {
  all.emitted.length = 0;
  const account = await accounts().create({ name: ' Bia ', email: ' bia@acme.example ', password, profile: 'user' });
  expect(account).toMatchObject({
    name: 'Bia',
    email: 'bia@acme.example',
    profile: 'user',
    super: false,
    online: false,
  });
  expect(account).not.toHaveProperty('passwordHash');
  expect(all.emitted).toEqual([
    {
      companyId: acme.company.id,
      event: 'kernel.user.changed',
      key: `user:${account.id}`,
      payload: { userId: account.id, action: 'create' },
    },
  ]);
  expect((await new Browser(all).logIn('bia@acme.example')).status).toBe(200);
});

test('An e-mail address belongs to one person on the whole platform, whatever its case', async () => {
  const again = { name: 'Bia', email: 'ADMIN@acme.example', password, profile: 'user' as const };
  await expect(accounts(other).create(again)).rejects.toEqual(refused('ERR_EMAIL_IN_USE'));
  const made = await accounts(other).create({ ...again, email: 'free@other.example' });
  await expect(accounts(other).update(made.id, { email: 'Admin@Acme.example' })).rejects.toEqual(
    refused('ERR_EMAIL_IN_USE'),
  );
});

test('All wrong fields are reported at once, by the rules of the user form', async () => {
  const wrong = { name: 'A', email: 'nobody', password: '1234', profile: 'king' as 'user' };
  await expect(accounts().create(wrong)).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
    fields: {
      name: 'ERR_TOO_SHORT',
      email: 'ERR_INVALID_EMAIL',
      password: 'ERR_TOO_SHORT',
      profile: 'ERR_INVALID_VALUE',
    },
  });
});

test('A new password or profile ends the person’s sessions, and a new name does not', async () => {
  const { id, email } = await acme.add('user', 'ends@acme.example');
  const browser = new Browser(all);
  const works = async () => (await browser.call('GET', '/auth/me')).status;
  await browser.logIn(email);
  await accounts().update(id, { name: 'Another' });
  expect((await browser.call('GET', '/auth/me')).body['name']).toBe('Another');
  await accounts().update(id, { profile: 'gestor' });
  expect(await works()).toBe(403);
  await browser.logIn(email);
  await accounts().update(id, { password: 'changed-9' });
  expect(await works()).toBe(403);
  expect((await browser.logIn(email, 'changed-9')).status).toBe(200);
});

test('A removed person is signed out at once', async () => {
  const { id, email } = await acme.add('user', 'gone@acme.example');
  const browser = new Browser(all);
  await browser.logIn(email);
  await browser.call('GET', '/auth/me');
  all.ended.length = 0;
  await accounts().remove(id);
  expect(all.ended).toMatchObject([{ userId: id, reason: 'removed' }]);
  expect((await browser.call('GET', '/auth/me')).status).toBe(403);
  expect((await browser.refresh()).status).toBe(401);
  await expect(accounts().remove(id)).rejects.toEqual(refused('ERR_NO_USER_FOUND'));
});

test('People cannot remove themselves', async () => {
  await expect(accounts().remove(acme.admin.id)).rejects.toEqual(refused('ERR_DELETE_SELF'));
});

test('The last admin of a company can neither be removed nor get another profile', async () => {
  const gestor = await other.add('gestor', 'gestor@other.example');
  await expect(accounts(other, gestor).remove(other.admin.id)).rejects.toEqual(refused('ERR_LAST_ADMIN'));
  await expect(accounts(other).update(other.admin.id, { profile: 'user' })).rejects.toEqual(refused('ERR_LAST_ADMIN'));
});

test('When two admins remove each other at the same moment, one of them stays', async () => {
  const duo = await makeCompany(all, 'duo');
  const second = await duo.add('admin', 'second@duo.example');
  const results = await Promise.allSettled([
    accounts(duo).remove(second.id),
    accounts(duo, second).remove(duo.admin.id),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('A company cannot change people of another company', async () => {
  await expect(accounts(other).update(acme.admin.id, { name: 'Taken' })).rejects.toEqual(refused('ERR_NO_USER_FOUND'));
  await expect(accounts(other).remove(acme.admin.id)).rejects.toEqual(refused('ERR_NO_USER_FOUND'));
});

test('Only a super user can change a super user', async () => {
  const root = await acme.add('admin', 'root@acme.example');
  await all.identity.people.makeSuper(root.id);
  await expect(accounts().update(root.id, { password: 'stolen-99' })).rejects.toEqual(refused('ERR_NO_PERMISSION'));
  await expect(accounts().remove(root.id)).rejects.toEqual(refused('ERR_NO_PERMISSION'));
  const asSuper = accounts(acme, { ...root, super: true });
  expect(await asSuper.update(root.id, { name: 'Root' })).toMatchObject({ name: 'Root', super: true });
});

test('A person whom rows of a plugin require cannot be removed', async () => {
  const needed = await acme.add('user', 'needed@acme.example');
  const { owner } = all.database;
  await owner.query(
    `create table kernel.needs (company_id int, user_id int, foreign key (company_id, user_id) references kernel."user" (company_id, id))`,
  );
  await owner.query(`insert into kernel.needs values ($1, $2)`, [acme.company.id, needed.id]);
  await expect(accounts().remove(needed.id)).rejects.toEqual(refused('ERR_USER_IN_USE'));
  await owner.query(`drop table kernel.needs`);
  const browser = new Browser(all);
  expect((await browser.logIn(needed.email)).status).toBe(200);
});
