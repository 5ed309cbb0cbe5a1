import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, makeCompany, openInstallation } from '../../auth/test/test-installation.ts';
import type { Installation, TestCompany } from '../../auth/test/test-installation.ts';

let all: Installation;
let acme: TestCompany;
let other: TestCompany;
const browsers: Record<'admin' | 'gestor' | 'user', Browser> = {} as never;

beforeAll(async () => {
  all = await openInstallation();
  acme = await makeCompany(all, 'acme');
  other = await makeCompany(all, 'other');
  for (const profile of ['admin', 'gestor', 'user'] as const) {
    const browser = new Browser(all);
    await browser.logIn((await acme.add(profile, `${profile}s@acme.example`)).email);
    browsers[profile] = browser;
  }
});
afterAll(() => all.close());

const can = (profile: 'admin' | 'gestor' | 'user', permission: string, company = acme, node = all.identity) =>
  node.permissions.can({ profile, super: false }, company.company.id, permission);

test('Each profile has the permissions that the plugin’s author gave it', () => {
  expect([can('admin', 'notes:view'), can('gestor', 'notes:view'), can('user', 'notes:view')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([can('admin', 'notes:delete'), can('gestor', 'notes:delete'), can('user', 'notes:delete')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([can('admin', 'notes:pay'), can('gestor', 'notes:pay')]).toEqual([false, false]);
});

test('A super user has all permissions, and others do not have undeclared ones', () => {
  expect(all.identity.permissions.can({ profile: 'user', super: true }, acme.company.id, 'notes:pay')).toBe(true);
  expect(can('admin', 'unknown:thing')).toBe(false);
});

test('An admin grants and revokes permissions for their own company, effective on every node', async () => {
  const node = await all.anotherNode();
  const granted = { profile: 'user', permission: 'notes:view', granted: true };
  expect(await browsers.admin.call('PUT', '/permissions', granted)).toMatchObject({ status: 200, body: granted });
  await browsers.admin.call('PUT', '/permissions', { profile: 'gestor', permission: 'notes:view', granted: false });
  expect([can('user', 'notes:view'), can('gestor', 'notes:view')]).toEqual([true, false]);
  expect([can('user', 'notes:view', other), can('gestor', 'notes:view', other)]).toEqual([false, true]);
  await expect.poll(() => can('user', 'notes:view', acme, node.identity)).toBe(true);
  const me = await browsers.user.call('GET', '/auth/me');
  expect(me.body['permissions']).toEqual(['notes:view']);
});

test('Permissions of admins cannot be revoked, but more can be granted', async () => {
  const answer = await browsers.admin.call('PUT', '/permissions', {
    profile: 'admin',
    permission: 'notes:delete',
    granted: false,
  });
  expect(answer).toMatchObject({ status: 400, body: { fields: { profile: 'ERR_ADMIN_PERMISSIONS_FIXED' } } });
  expect(
    (await browsers.admin.call('PUT', '/permissions', { profile: 'admin', permission: 'notes:pay', granted: true }))
      .status,
  ).toBe(200);
  expect(can('admin', 'notes:pay')).toBe(true);
});

test('Gestores and users cannot change permissions, and users cannot list them', async () => {
  const body = { profile: 'user', permission: 'notes:delete', granted: true };
  expect(await browsers.gestor.call('PUT', '/permissions', body)).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await browsers.user.call('PUT', '/permissions', body)).status).toBe(403);
  expect((await browsers.user.call('GET', '/permissions')).status).toBe(403);
  expect((await new Browser(all).call('GET', '/permissions')).status).toBe(401);
});

test('The list shows the permissions of each profile and their defaults', async () => {
  const { status, body } = await browsers.gestor.call('GET', '/permissions');
  expect(status).toBe(200);
  expect(body).toContainEqual({
    permission: 'notes:delete',
    plugin: 'notes',
    label: 'notes.delete',
    profiles: {
      admin: { granted: true, default: true },
      gestor: { granted: false, default: false },
      user: { granted: false, default: false },
    },
  });
});

test.each([
  { profile: 'king', permission: 'notes:view', granted: true },
  { profile: 'user', permission: 'unknown:thing', granted: true },
  { profile: 'user', permission: 'notes:view', granted: 'yes' },
  {},
])('An invalid grant is answered with 400: %j', async (body) => {
  expect(await browsers.admin.call('PUT', '/permissions', body)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});
