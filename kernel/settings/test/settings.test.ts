import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation } from '../../auth/test/test-installation.ts';
import type { Installation, TestCompany } from '../../auth/test/test-installation.ts';
import { SecretBox } from '../secret-box.ts';

let all: Installation;
let acme: TestCompany;
let other: TestCompany;
const browsers: Record<'admin' | 'gestor' | 'user' | 'root', Browser> = {} as never;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
  other = await makeCompany(all, 'other');
  for (const name of ['admin', 'gestor', 'user', 'root'] as const) {
    const browser = new Browser(all);
    const person = await acme.add(name === 'root' ? 'admin' : name, `${name}s@acme.example`);
    if (name === 'root') await all.identity.people.makeSuper(person.id);
    await browser.logIn(person.email);
    browsers[name] = browser;
  }
});
afterAll(() => all.close());

const put = (who: keyof typeof browsers, key: string, value: unknown) =>
  browsers[who].call('PUT', `/settings/${key}`, { key, value });
const valueOf = (key: string, company = acme) => all.identity.settings.get(company.company.id, key);

test('Everybody reads the settings with their defaults, and only super users read their own', async () => {
  const { status, body } = await browsers.user.call('GET', '/settings');
  expect(status).toBe(200);
  expect(body).toEqual(
    expect.arrayContaining([
      { key: 'closing', value: 'question' },
      { key: 'pageLimit', value: 20 },
      { key: 'showAll', value: false },
      { key: 'boardEnabled', value: 'disabled' },
    ]),
  );
  expect(JSON.stringify(body)).not.toContain('quota');
  expect((await browsers.root.call('GET', '/settings')).body).toContainEqual({ key: 'quota', value: 5000 });
});

test('Admins and gestores change settings of their own company only, and users cannot', async () => {
  expect(await put('gestor', 'closing', 'enabled')).toMatchObject({
    status: 200,
    body: { key: 'closing', value: 'enabled' },
  });
  expect(valueOf('closing')).toBe('enabled');
  expect(valueOf('closing', other)).toBe('question');
  expect(await put('user', 'closing', 'disabled')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await new Browser(all).call('PUT', '/settings/closing', { value: 'disabled' })).status).toBe(401);
});

test('A change based on an outdated value is refused with the current one, also at the same moment', async () => {
  const change = (value: unknown, known: unknown) =>
    browsers.gestor.call('PUT', '/settings/pageLimit', { key: 'pageLimit', value, known });
  await put('admin', 'pageLimit', 25);
  expect(await change(50, 20)).toMatchObject({
    status: 409,
    body: { error: 'ERR_CHANGED_MEANWHILE', context: { row: { value: 25 } } },
  });
  expect(valueOf('pageLimit')).toBe(25);
  // Both want the same value, and so does a program that does not send the known value.
  expect((await change(25, 20)).status).toBe(200);
  expect((await put('admin', 'pageLimit', 30)).status).toBe(200);
  const both = await Promise.all([change(40, 30), change(60, 30)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('A change emits an event and is known on every node', async () => {
  const node = await all.anotherNode();
  const received: string[] = [];
  node.identity.settings.onChange((companyId, key) => received.push(`${companyId}:${key}`));
  all.emitted.length = 0;
  await put('admin', 'pageLimit', 33);
  expect(all.emitted).toMatchObject([
    { companyId: acme.company.id, event: 'kernel.setting.changed', key: 'pageLimit', payload: { key: 'pageLimit' } },
  ]);
  await expect.poll(() => node.identity.settings.get(acme.company.id, 'pageLimit')).toBe(33);
  expect(received).toEqual([`${acme.company.id}:pageLimit`]);
});

test.each([
  ['closing', 'maybe'],
  ['closing', 5],
  ['pageLimit', 0],
  ['pageLimit', 101],
  ['pageLimit', 1.5],
  ['pageLimit', 'many'],
  ['pageLimit', true],
  ['showAll', 'perhaps'],
  ['boardEnabled', 'on'],
  ['providerKey', 'x'.repeat(201)],
  ['providerKey', 'a\0b'],
])('A value outside the declaration is refused: %s = %j', async (key, value) => {
  const before = valueOf(key);
  expect(await put('admin', key, value)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { value: 'ERR_INVALID_VALUE' } },
  });
  expect(valueOf(key)).toBe(before);
});

test('Numbers and switches that are sent as text, as forms do, are accepted', async () => {
  expect((await put('admin', 'pageLimit', '40')).body['value']).toBe(40);
  expect((await put('admin', 'showAll', 'true')).body['value']).toBe(true);
});

test('An undeclared setting is answered with 404, and so is a super user’s setting for others', async () => {
  expect(await put('admin', 'unknown', 'x')).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
  expect(await put('admin', 'quota', 9000)).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } });
  expect((await put('root', 'quota', 9000)).body).toEqual({ key: 'quota', value: 9000 });
});

test('A secret is stored encrypted and never returned, not even to the person who set it', async () => {
  const secret = 'sk-very-secret-123';
  expect((await put('admin', 'providerKey', secret)).body).toEqual({ key: 'providerKey', value: '', isSet: true });
  expect(valueOf('providerKey')).toBe(secret);
  const { rows } = await all.database.owner.query(`select value, secret from kernel.setting where key = 'providerKey'`);
  expect(rows).toEqual([{ value: expect.stringMatching(/^v1\./), secret: true }]);
  for (const [who, path] of [
    ['root', '/settings'],
    ['admin', '/settings/schema'],
    ['admin', `/companySettings/${acme.company.id}`],
    ['admin', '/companySettingOne?column=providerKey'],
    ['admin', '/auth/me'],
  ] as const)
    expect(JSON.stringify((await browsers[who].call('GET', path)).body), path).not.toContain(secret);
  const me = await browsers.admin.call('GET', '/auth/me');
  expect(JSON.stringify(me.body)).not.toContain('providerKey');
  expect((await put('admin', 'providerKey', '')).body).toEqual({ key: 'providerKey', value: '', isSet: false });
  expect(valueOf('providerKey')).toBe('');
});

test('A secret can be decrypted only with its key and in its place', () => {
  const sealed = new SecretBox(Buffer.alloc(32, 1)).seal('word', '1:key');
  const open = (key: number, stored: string, place: string) => new SecretBox(Buffer.alloc(32, key)).open(stored, place);
  expect(open(1, sealed, '1:key')).toBe('word');
  expect(() => open(2, sealed, '1:key')).toThrow(/authenticate/);
  expect(() => open(1, sealed, '2:key')).toThrow(/authenticate/);
  expect(() => open(1, `${sealed.slice(0, sealed.lastIndexOf('.'))}.AAAA`, '1:key')).toThrow(/authenticate/);
  expect(() => open(1, 'word', '1:key')).toThrow('not a sealed value');
});

test('Another ENCRYPTION_KEY leaves the secret unset instead of breaking the company', async () => {
  await put('admin', 'providerKey', 'word');
  const node = await all.anotherNode({
    config: {
      sessionSecret: 'a secret of at least thirty-two characters',
      encryptionKey: Buffer.alloc(32, 9),
      publicUrl: 'http://localhost:8080',
      dataDir: all.dataDir,
      mailFrom: 'x@y.example',
    },
  });
  expect(node.identity.settings.get(acme.company.id, 'providerKey')).toBe('');
  expect(node.identity.settings.get(acme.company.id, 'pageLimit')).toBe(40);
});

test('Modules are switched by admins, not by gestores', async () => {
  expect((await put('gestor', 'boardEnabled', 'enabled')).status).toBe(403);
  expect(await put('admin', 'boardEnabled', 'enabled')).toMatchObject({
    status: 200,
    body: { key: 'boardEnabled', value: 'enabled' },
  });
  expect(all.identity.settings.isOn(acme.company.id, 'board')).toBe(true);
  expect(all.identity.settings.isOn(other.company.id, 'board')).toBe(false);
});

test('A module is switched on only after those it requires, and off only before them', async () => {
  await put('admin', 'boardEnabled', false);
  expect(await put('admin', 'printEnabled', true)).toMatchObject({
    status: 409,
    body: { error: 'ERR_PLUGIN_REQUIRED', context: { plugins: ['board'] } },
  });
  await put('admin', 'boardEnabled', true);
  expect((await put('admin', 'printEnabled', true)).status).toBe(200);
  expect(await put('admin', 'boardEnabled', false)).toMatchObject({
    status: 409,
    body: { error: 'ERR_PLUGIN_HAS_DEPENDENTS', context: { plugins: ['board-print'] } },
  });
  await put('admin', 'printEnabled', false);
  expect((await put('admin', 'boardEnabled', false)).status).toBe(200);
});

test('Switching a module on and its requirement off at the same moment on two nodes does not succeed twice', async () => {
  const node = await all.anotherNode();
  for (let round = 0; round < 5; round += 1) {
    await all.identity.settings.set(other.company.id, 'boardEnabled', true);
    const results = await Promise.allSettled([
      all.identity.settings.set(other.company.id, 'printEnabled', true),
      node.identity.settings.set(other.company.id, 'boardEnabled', false),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await all.identity.settings.set(other.company.id, 'printEnabled', false);
  }
});

test('The host can refuse a toggle itself', async () => {
  await all.identity.settings.set(other.company.id, 'boardEnabled', true);
  const asked: unknown[] = [];
  const node = await all.anotherNode({
    switchPlugin: async (...question) => {
      asked.push(question);
      throw Object.assign(new Error('no'), { code: 'REFUSED' });
    },
  });
  await expect(node.identity.settings.set(other.company.id, 'boardEnabled', false)).rejects.toThrow('no');
  expect(asked).toEqual([[other.company.id, 'board', false]]);
  expect(valueOf('boardEnabled', other)).toBe('enabled');
});

test('The calls by column return the value under its name', async () => {
  expect((await browsers.user.call('GET', '/companySettingOne?column=closing')).body).toEqual({ closing: 'enabled' });
  expect((await browsers.admin.call('PUT', '/companySettings', { column: 'closing', data: 'disabled' })).body).toEqual({
    closing: 'disabled',
  });
  expect((await browsers.user.call('GET', `/companySettings/${acme.company.id}`)).body).toMatchObject({
    closing: 'disabled',
    pageLimit: 40,
  });
  expect((await browsers.user.call('GET', '/companySettingOne?column=unknown')).status).toBe(404);
  expect((await browsers.user.call('GET', '/companySettingOne')).status).toBe(400);
});

test('Only a super user can read and change another company’s settings', async () => {
  const address = `/companySettings/${other.company.id}`;
  expect((await browsers.admin.call('GET', address)).status).toBe(403);
  expect((await browsers.root.call('GET', address)).body).toMatchObject({ closing: 'question' });
  const change = { companyId: other.company.id, column: 'closing', data: 'disabled' };
  expect((await browsers.admin.call('PUT', '/companySettings', change)).status).toBe(403);
  expect((await browsers.root.call('PUT', '/companySettings', change)).status).toBe(200);
  expect(valueOf('closing', other)).toBe('disabled');
  expect((await browsers.root.call('GET', '/companySettings/999999')).status).toBe(404);
  for (const wrong of ['abc', '0', '-1', '99999999999999999999'])
    expect((await browsers.root.call('GET', `/companySettings/${wrong}`)).status, wrong).toBe(400);
});

test('The options page gets every field with its declaration, without those of modules that are off', async () => {
  const { body } = await browsers.gestor.call('GET', '/settings/schema');
  expect(body).toContainEqual({
    plugin: 'notes',
    key: 'pageLimit',
    schema: { type: 'integer', label: 'notes.pageLimit', default: 20, minimum: 1, maximum: 100 },
    toggle: false,
    value: 40,
  });
  expect(body).toContainEqual(expect.objectContaining({ key: 'printEnabled', toggle: true, value: 'disabled' }));
});

test('People who may not change options can read them, except secret ones', async () => {
  const keysFor = async (browser: Browser): Promise<string[]> =>
    ((await browser.call('GET', '/settings/schema')).body as unknown as { key: string }[]).map(({ key }) => key);
  const secrets = [...all.identity.settings.fields(acme.company.id, false)].flatMap(({ key, schema }) =>
    schema.secret ? [key] : [],
  );
  expect(secrets).not.toEqual([]);
  const read = await keysFor(browsers.user);
  expect(read).toContain('pageLimit');
  expect(read.filter((key) => secrets.includes(key))).toEqual([]);
  expect(await keysFor(browsers.gestor)).toEqual(expect.arrayContaining([...read, ...secrets]));
  expect((await browsers.user.call('PUT', '/settings/pageLimit', { value: 41 })).status).toBe(403);
});

test('A plugin reads and writes the settings of its company in their own types', async () => {
  const settings = all.identity.settings.forCompany(acme.company.id);
  await settings.set('pageLimit', 12);
  await settings.set('showAll', false);
  expect(settings.get<number>('pageLimit')).toBe(12);
  expect(settings.get<boolean>('showAll')).toBe(false);
  expect(() => settings.get('unknown')).toThrow('ERR_NO_SETTING_FOUND');
});
