import { afterAll, expect, inject, test } from 'vitest';
import { call, filled } from '../../../sdk/testing/suite/calls.ts';
import { tryRoutes } from '../../../sdk/testing/suite/checks/isolation.ts';
import { tryInputs } from '../../../sdk/testing/suite/checks/bad-input.ts';
import { withNeeds } from '../../../sdk/testing/suite/plugin-folder.ts';
import { nameOf, pathWith, routesOf, type Route } from '../../../sdk/testing/suite/routes.ts';
import { settled } from '../../../sdk/testing/suite/rows.ts';
import { openSuiteHost, subjectOn } from '../../../sdk/testing/suite/suite-host.ts';
import { firstParty, seed } from './platform.ts';

const databaseUrl = inject('databaseUrl');
const stand = await openSuiteHost(databaseUrl, await withNeeds('users', firstParty));
const { host } = stand;
const subject = await subjectOn(stand, { root: 'users', with: firstParty, seed, databaseUrl });
const { ours, theirs } = subject;
const root = await host.superUser();
afterAll(() => stand.close());

const all = routesOf(host);
const own = all.filter(({ plugin }) => plugin === 'kernel');
const hasSession = ({ path }: Route): boolean => path.startsWith('/auth') || path.startsWith('/forget');
/** Routes that end a session or change a password of the caller, and of nobody else. */
const ending = ['DELETE /auth/logout', 'POST /auth/login', 'PUT /auth/me'];

test('every plugin of the platform runs without a fault', () => {
  expect(host.kernel.registry.faults).toEqual([]);
  expect([...host.kernel.registry.plugins.keys()].toSorted()).toEqual(firstParty.toSorted());
});

test('no route of the kernel shows or changes a row of another company, even with all its ids', async () => {
  const { owner } = host.kernel.database;
  const routes = own.filter((route) => !ending.includes(nameOf(route)) && !route.path.startsWith('/forget'));
  const before = await settled(owner, ours.company.id);
  const attendant = await theirs.company.person('user');
  const leaks: string[] = [];
  for (const { token } of [theirs.admin, attendant]) leaks.push(...(await tryRoutes({ ...subject, routes }, token)));
  expect(leaks).toEqual([]);
  expect(await settled(owner, ours.company.id)).toEqual(before);
});

test('the same routes show a company its own rows', async () => {
  const shown: string[] = [];
  for (const route of all.filter(({ method, access }) => method === 'GET' && typeof access !== 'object')) {
    const response = await call(host, route, filled(route, ours.ids), ours.admin.token);
    if (response.text.includes(ours.secret)) shown.push(nameOf(route));
  }
  expect(shown.length).toBeGreaterThan(8);
});

test('every table with rows of companies has row-level security, and plugins own none of them', async () => {
  const { rows } = await host.kernel.database.owner.query<{
    name: string;
    secured: boolean;
    policies: number;
    owner: string;
  }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured, c.relowner::regrole::text as owner,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p')`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ secured, policies }) => !secured || policies === 0).map(({ name }) => name)).toEqual([]);
  expect(rows.filter(({ owner }) => owner.startsWith('balcao_app')).map(({ name }) => name)).toEqual([]);
});

test('no route is shadowed by an earlier one with the same address', () => {
  const shapeOf = (path: string): string => path.replace(/:[a-zA-Z]+/g, '[^/]+');
  const hidden = all.flatMap((route, index) => {
    const address = pathWith(route, {}, { uuid: '7a1f2a8e-55f4-4a0e-9d3c-0a4b5c6d7e8f' });
    const before = all.slice(0, index).find(
      ({ method, path }) =>
        method === route.method &&
        // A literal segment takes precedence over a parameter, whatever the order of declaration.
        shapeOf(path) === shapeOf(route.path) &&
        new RegExp(`^${shapeOf(path)}$`, 'i').test(address),
    );
    return before ? [`${nameOf(route)} hides behind ${nameOf(before)}`] : [];
  });
  expect(hidden).toEqual([]);
});

test.each(
  own
    .toSorted((one, other) => Number(hasSession(one)) - Number(hasSession(other)))
    .map((route) => [nameOf(route), route] as const),
)('malformed requests to %s get an error of the catalogue and never a server error', async (_name, route) => {
  const caller = route.access === 'super' ? root : hasSession(route) ? await ours.company.person('gestor') : ours.admin;
  // Random ids could equal a company's id and delete the stage.
  const nowhere = {
    companyId: 2_000_000_000,
    '/companySettings/:id': 2_000_000_000,
    '/platform/installed/:id': 'users',
  };
  const ids = { own: { ...ours.ids, ...nowhere }, others: { ...theirs.ids, ...nowhere }, token: caller.token };
  expect(await tryInputs(stand, route, ids)).toEqual([]);
});

test('both companies work as before after all malformed requests', async () => {
  for (const { admin } of [ours, theirs]) {
    expect((await admin.get('/auth/me')).status).toBe(200);
    expect((await admin.get('/platform/plugins')).status).toBe(200);
  }
  expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
});
