import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { companyAccess, limits, sql, type Scope } from '@balcao/sdk/server';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';

let host: TestHost;
let company: TestCompany;
const restriction = { code: 'ERR_CLOSED', plugins: ['queues'], permission: 'queues:view' };

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'queues'] });
  company = await host.company();
});
afterAll(() => host?.close());

test('a restricted company opens what is named to whom is named, on every way in, and all again when it is lifted', async () => {
  const colleague = await company.person('user');
  const scope = company.scope('queues');
  const live = await company.admin.live();
  await scope.use(companyAccess).restrict(restriction);
  await live.receives('module');
  expect((await company.admin.get('/queue')).status).toBe(200);
  for (const path of ['/users', '/permissions', '/mails'])
    expect((await company.admin.get<{ error: string }>(path)).body.error).toBe('ERR_CLOSED');
  // The page itself must stand.
  for (const path of ['/auth/me', '/platform/plugins', '/settings'])
    expect([path, (await company.admin.get(path)).status]).toEqual([path, 200]);
  const { email, password } = colleague;
  const refused = await host.nobody.post<{ error: string }>('/auth/login', { email, password });
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_CLOSED']);
  await scope.use(companyAccess).lift();
  expect((await company.admin.get('/users')).status).toBe(200);
  expect((await host.nobody.post('/auth/login', { email, password })).status).toBe(200);
});

test('another node knows of a restriction without being asked, and a restart forgets nothing', async () => {
  await company.scope('queues').use(companyAccess).restrict(restriction);
  const node = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues'],
    sameDatabaseAs: host,
  });
  const restricted = () => node.kernel.identity.tenants.company(company.id)?.restriction ?? null;
  expect(restricted()).toEqual(restriction);
  await company.scope('queues').use(companyAccess).lift();
  await expect.poll(restricted).toBeNull();
  await node.close();
});

test('without a limit nobody waits, and a secret that may change is kept as it was last written', async () => {
  const scope: Scope = company.scope('queues');
  expect(await scope.use(limits).max('queues')).toBeUndefined();
  await scope.tx(async (inner) => {
    await inner.use(limits).enforce('queues', () => Promise.reject(new Error('nobody counts')));
    expect(await inner.sql.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });
  expect(await scope.secrets.get('account')).toBeUndefined();
  await scope.secrets.set('account', 'primeira');
  await scope.secrets.set('account', 'segunda');
  expect(await scope.secrets.get('account')).toBe('segunda');
  expect(await company.scope('users').secrets.get('account')).toBeUndefined();
});
