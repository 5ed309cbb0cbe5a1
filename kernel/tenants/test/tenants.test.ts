import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser, makeCompany, openInstallation, password } from '../../auth/test/test-installation.ts';
import type { Installation } from '../../auth/test/test-installation.ts';
import { LocalDisk } from '../../storage/local-disk.ts';
import { ensureFirstSuper } from '../first-start.ts';

let all: Installation;

beforeAll(async () => {
  all = await openInstallation();
});
afterAll(() => all.close());

const refused = (code: string) => expect.objectContaining({ code });
const admin = (name: string) => ({ name: 'Ana', email: `admin@${name}.example`, password });

test('The first start creates one super user, however many nodes start, and never again', async () => {
  const { tenants, people } = all.identity;
  const first = { email: 'super@balcao.local', password };
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstSuper(all.database.owner, tenants, people, first)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await ensureFirstSuper(all.database.owner, tenants, people, { email: 'other@balcao.local', password })).toBe(
    false,
  );
  const answer = await new Browser(all).logIn('super@balcao.local');
  expect(answer.body['user']).toMatchObject({ super: true, profile: 'admin' });
});

test('A new company has its admin, its settings and modules, and other nodes know it', async () => {
  const node = await all.anotherNode();
  all.emitted.length = 0;
  const { company, adminId } = await all.identity.tenants.create({
    name: 'Padaria São João',
    email: 'contato@padaria.example',
    language: 'es',
    timeZone: 'America/Manaus',
    admin: admin('padaria'),
    settings: { boardEnabled: true, pageLimit: 50, providerKey: 'hidden' },
  });
  expect(company).toMatchObject({ name: 'Padaria São João', language: 'es', timeZone: 'America/Manaus', status: true });
  expect(company).not.toHaveProperty('mediaToken');
  expect(all.emitted.map(({ event }) => event)).toContain('kernel.company.changed');
  const { settings } = all.identity;
  expect(settings.get(company.id, 'boardEnabled')).toBe('enabled');
  expect(settings.get(company.id, 'pageLimit')).toBe(50);
  expect(settings.get(company.id, 'providerKey')).toBe('hidden');
  await expect.poll(() => node.identity.tenants.company(company.id)?.timeZone).toBe('America/Manaus');
  await expect.poll(() => node.identity.settings.isOn(company.id, 'board')).toBe(true);
  const answer = await new Browser(all).logIn('admin@padaria.example');
  expect(answer.body['user']).toMatchObject({ id: adminId, companyId: company.id });
});

test('A company that cannot be created completely is not created at all', async () => {
  const { tenants } = all.identity;
  const before = (await tenants.list({ pageSize: 500 })).tenants.length;
  await expect(tenants.create({ name: 'Half', admin: admin('padaria') })).rejects.toEqual(refused('ERR_EMAIL_IN_USE'));
  await expect(tenants.create({ name: 'Half', admin: { ...admin('half'), password: '1' } })).rejects.toMatchObject({
    fields: { 'admin.password': 'ERR_TOO_SHORT' },
  });
  await expect(
    tenants.create({ name: 'Half', admin: admin('half'), settings: { pageLimit: 1000 } }),
  ).rejects.toMatchObject({
    fields: { 'settings.pageLimit': 'ERR_INVALID_VALUE' },
  });
  await expect(
    tenants.create({ name: 'Half', admin: admin('half'), settings: { printEnabled: true } }),
  ).rejects.toMatchObject({
    code: 'ERR_PLUGIN_REQUIRED',
    context: { plugins: ['board'] },
  });
  await expect(tenants.create({ name: 'Half', timeZone: 'Mars/Olympus', admin: admin('half') })).rejects.toEqual(
    refused('ERR_VALIDATION'),
  );
  expect((await tenants.list({ pageSize: 500 })).tenants).toHaveLength(before);
});

test('Companies are found regardless of case and accents, page by page', async () => {
  const { tenants } = all.identity;
  expect((await tenants.list({ search: 'sao JOAO' })).tenants.map(({ name }) => name)).toEqual(['Padaria São João']);
  expect((await tenants.list({ search: '100%' })).tenants).toEqual([]);
  const page = await tenants.list({ pageSize: 1 });
  expect(page).toMatchObject({ hasMore: true, tenants: [expect.anything()] });
});

test('Details can be changed one by one, and null removes one', async () => {
  const { company } = await makeCompany(all, 'detail');
  const { tenants } = all.identity;
  await tenants.update(company.id, { phone: '551133334444', timeZone: 'America/Recife' });
  expect(await tenants.update(company.id, { phone: null })).toMatchObject({
    name: 'detail',
    phone: null,
    timeZone: 'America/Recife',
  });
  await expect(tenants.update(999_999, { name: 'Nobody' })).rejects.toEqual(refused('ERR_NO_COMPANY_FOUND'));
});

test('A change of a company whose module is refused, or whose other part fails, changes nothing', async () => {
  const { company } = await makeCompany(all, 'whole');
  const { tenants, settings } = all.identity;
  const change = { name: 'Whole & Sons', status: false, settings: { printEnabled: true } };
  let calls = 0;
  const part = async (): Promise<void> => {
    calls += 1;
  };
  await expect(tenants.update(company.id, change, part)).rejects.toMatchObject({
    code: 'ERR_PLUGIN_REQUIRED',
    context: { plugins: ['board'] },
  });
  expect(calls).toBe(0);
  const both = { ...change, settings: { boardEnabled: true, printEnabled: true } };
  const fails = () => Promise.reject(new Error('the plan is refused'));
  await expect(tenants.update(company.id, both, fails)).rejects.toThrow('the plan is refused');
  expect(await tenants.find(company.id)).toMatchObject({ name: 'whole', status: true });
  expect(settings.get(company.id, 'boardEnabled')).toBe('disabled');
  expect(await tenants.update(company.id, both, part)).toMatchObject({ name: 'Whole & Sons', status: false });
  expect(calls).toBe(1);
  expect(settings.get(company.id, 'boardEnabled')).toBe('enabled');
  expect(settings.get(company.id, 'printEnabled')).toBe('enabled');
  const off = { settings: { boardEnabled: false } };
  await expect(tenants.update(company.id, off)).rejects.toMatchObject({ code: 'ERR_PLUGIN_HAS_DEPENDENTS' });
  await tenants.update(company.id, { settings: { boardEnabled: false, printEnabled: false } });
  expect(settings.get(company.id, 'boardEnabled')).toBe('disabled');
});

test('Many companies changed at the same moment, each with what belongs to it elsewhere, do not wait for each other', async () => {
  const { tenants } = all.identity;
  const made = [];
  for (let index = 0; index < 8; index += 1) made.push((await makeCompany(all, `busy${index}`)).company);
  // More than the pool has connections, and each part needs one more.
  const changed = made.map(({ id }, index) =>
    tenants.update(id, { name: `Busy ${index}`, uniqueName: true, settings: { boardEnabled: true } }, () =>
      tenants.restrict(id, null),
    ),
  );
  expect((await Promise.all(changed)).map(({ name }) => name)).toEqual(made.map((_, index) => `Busy ${index}`));
});

test('The company of the super users can neither be switched off nor removed', async () => {
  const { tenants } = all.identity;
  const home = (await tenants.list({ search: 'Balcão' })).tenants[0];
  await expect(tenants.update(home?.id ?? 0, { status: false })).rejects.toEqual(
    refused('ERR_COMPANY_HAS_SUPER_USERS'),
  );
  await expect(tenants.remove(home?.id ?? 0)).rejects.toEqual(refused('ERR_COMPANY_HAS_SUPER_USERS'));
});

test('A removed company is gone with its people, settings and files', async () => {
  const { company, admin: person } = await makeCompany(all, 'leaving');
  const browser = new Browser(all);
  const token = String((await browser.logIn(person.email)).body['tokenPublicDir']);
  const file = await all.identity.media.forCompany(company.id).store({ name: 'a.txt', body: Buffer.from('olá') });
  const address = `${all.url}/public/${file.path}?t=${token}`;
  expect((await fetch(address)).status).toBe(200);
  await all.identity.tenants.remove(company.id);
  expect((await fetch(address)).status).toBe(404);
  expect(all.identity.tenants.company(company.id)).toBeUndefined();
  expect((await browser.call('GET', '/auth/me')).status).toBe(403);
  expect((await new Browser(all).logIn(person.email)).status).toBe(401);
  await expect(all.identity.tenants.remove(company.id)).rejects.toEqual(refused('ERR_NO_COMPANY_FOUND'));
});

test('Files of a company that was removed while the storage was away are removed later', async () => {
  const { company } = await makeCompany(all, 'stored');
  const file = await all.identity.media.forCompany(company.id).store({ name: 'a.txt', body: Buffer.from('olá') });
  const stored = path.join(all.dataDir, 'media', file.path);
  expect(existsSync(stored)).toBe(true);
  const away = vi.spyOn(LocalDisk.prototype, 'removeCompany').mockRejectedValueOnce(new Error('storage is away'));
  await all.identity.tenants.remove(company.id);
  expect(existsSync(stored)).toBe(true);
  away.mockRestore();
  // A node may still be removing what was removed this minute.
  await all.identity.tenants.tidy();
  expect(existsSync(stored)).toBe(true);
  await all.database.owner.query(`update kernel.company_removal set removed_at = now() - interval '1 hour'`);
  await all.identity.tenants.tidy();
  expect(existsSync(stored)).toBe(false);
  const { rows } = await all.database.owner.query('select from kernel.company_removal');
  expect(rows).toEqual([]);
});

test('Bytes of a file that was removed while the storage was away are removed later', async () => {
  const { company } = await makeCompany(all, 'lost');
  const storage = all.identity.media.forCompany(company.id);
  const file = await storage.store({ name: 'a.txt', body: Buffer.from('olá') });
  const stored = path.join(all.dataDir, 'media', file.path);
  const away = vi.spyOn(LocalDisk.prototype, 'remove').mockRejectedValueOnce(new Error('storage is away'));
  await storage.remove(file.path);
  away.mockRestore();
  expect(existsSync(stored)).toBe(true);
  await expect(storage.read(file.path)).rejects.toEqual(refused('ERR_NO_FILE_FOUND'));
  await all.database.owner.query(`update kernel.file_removal set removed_at = now() - interval '1 hour'`);
  await all.identity.tidy();
  expect(existsSync(stored)).toBe(false);
  expect((await all.database.owner.query('select from kernel.file_removal')).rows).toEqual([]);
});

test('A storage that is away is not asked for each of the files that wait for their removal', async () => {
  const { company } = await makeCompany(all, 'queue');
  await all.database.owner.query(
    `insert into kernel.file_removal (path, company_id, removed_at)
     select $1 || '/wait-' || n, $1::int, now() - interval '1 hour' from generate_series(1, 20) n`,
    [company.id],
  );
  const away = vi.spyOn(LocalDisk.prototype, 'remove').mockRejectedValue(new Error('storage is away'));
  await all.identity.tidy();
  expect(away.mock.calls.length).toBe(5);
  away.mockRestore();
  // Those that failed come after those that were not tried.
  await all.identity.tidy();
  expect((await all.database.owner.query('select from kernel.file_removal')).rowCount).toBe(5);
  await all.database.owner.query('delete from kernel.file_removal');
});

test('A confirmation that fails in the middle can be repeated, and a failed replacement leaves the sign-up as it was', async () => {
  const { tenants } = all.identity;
  const asked = { name: 'Meio', email: 'admin@meio.example', admin: admin('meio') };
  const { company, token } = await tenants.createUnconfirmed(asked);
  // Something of another plugin refers to the company, so that it cannot be removed.
  await all.database.owner.query(`create table kernel.test_bill (company_id int references kernel.company (id))`);
  await all.database.owner.query(`insert into kernel.test_bill values ($1)`, [company.id]);
  await expect(tenants.createUnconfirmed(asked)).rejects.toEqual(refused('ERR_COMPANY_IN_USE'));
  await all.database.owner.query(`drop table kernel.test_bill`);

  all.failingEvents.add('kernel.company.changed');
  await expect(tenants.confirm(token)).rejects.toThrow('kernel.company.changed');
  all.failingEvents.clear();
  expect((await new Browser(all).logIn('admin@meio.example')).status).toBe(403);
  expect(await tenants.confirm(token)).toMatchObject({ id: company.id, status: true });
  expect((await new Browser(all).logIn('admin@meio.example')).status).toBe(200);
});
