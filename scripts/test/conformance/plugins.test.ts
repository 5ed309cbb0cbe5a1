import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyBuild } from '@balcao/sdk/build';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { firstParty, manifestsOf, openOffice, pathWith, pluginsFolder, routesOf, startPlatform } from './office.ts';
import { asQuery, sampleOf } from './sample.ts';

const host = await startPlatform();
const office = await openOffice(host, 'Nossa');
afterAll(() => host.close());

const { registry, switches, database } = host.kernel;
const routes = routesOf(host).filter(({ plugin }) => plugin !== 'kernel');
const languages = ['pt', 'en', 'es'] as const;
type Table = Readonly<Record<string, unknown>>;

/** Keys of a table, nested or not, as they are asked for. */
const keysOf = (table: Table, before = ''): string[] =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value as Table, `${before}${key}.`) : [`${before}${key}`],
  );

const labelsOf = ({ title, description, permissions = {}, settings = {} }: PluginManifest): string[] => [
  title,
  description,
  ...Object.values(permissions).map(({ label }) => label),
  ...Object.values(settings).flatMap(({ label, help, section, labels = [] }) => [
    label,
    ...labels,
    ...[help, section].filter((key) => key !== undefined),
  ]),
];

test('every plugin of the platform runs, and none is at fault', () => {
  expect(registry.faults).toEqual([]);
  expect([...registry.plugins.keys()].toSorted()).toEqual(firstParty.toSorted());
});

test.each(firstParty)('whoever reads %s in Portuguese, English or Spanish finds every text', async (id) => {
  const manifest = manifestsOf(host).find((one) => one.id === id);
  const tables = await Promise.all(
    languages.map(
      async (language) =>
        JSON.parse(await readFile(path.join(pluginsFolder, id, 'locales', `${language}.json`), 'utf8')) as Table,
    ),
  );
  const [pt = [], en, es] = tables.map((table) =>
    keysOf(table).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '_plural')),
  );
  const set = (keys: readonly string[] = []) => [...new Set(keys)].toSorted();
  expect(set(en)).toEqual(set(pt));
  expect(set(es)).toEqual(set(pt));
  expect(manifest && labelsOf(manifest).filter((key) => !pt.includes(key))).toEqual([]);
  for (const table of tables) {
    const empty = keysOf(table).filter((key) => {
      const text = table[key] ?? key.split('.').reduce<unknown>((at, part) => (at as Table | undefined)?.[part], table);
      return typeof text !== 'string' || text.trim() === '';
    });
    expect(empty).toEqual([]);
  }
});

test.each(firstParty)('%s says in its manifest what it uses: every public call, event and point', (id) => {
  const plugin = registry.plugins.get(id);
  const open = routes
    .filter((route) => route.plugin === id && typeof route.access === 'object')
    .map(({ method, path: at }) => `${method} ${at}`);
  expect(open.toSorted()).toEqual(Object.keys(plugin?.source.manifest.publicRoutes ?? {}).toSorted());
  expect(
    plugin?.ledger.contributions.filter(({ point }) => plugin.source.manifest.contributes?.[point] === undefined),
  ).toEqual([]);
  // Names of rooms and jobs are everybody's: each starts with whose it is.
  const owner = new RegExp(`^(${id}|${id.replace('channel-', '')})[.:]`);
  for (const { id: name } of [...(plugin?.ledger.rooms ?? []), ...(plugin?.ledger.jobs ?? [])])
    expect(name).toMatch(owner);
});

const call = async (route: (typeof routes)[number], token: string): Promise<[number, string]> => {
  const where = `${pathWith(route, office.ids)}${asQuery(sampleOf(route.input.query, office.ids))}`;
  const response = await fetch(`${host.url}/api${where}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(route.method !== 'GET' && { body: '{"nobody":"reads this"}' }),
  });
  const body = (await response.json()) as { error?: string };
  return [response.status, body.error ?? ''];
};
const refusalsOf = async (which: typeof routes, token: string, wanted: [number, string]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const route of which) {
    const answer = await call(route, token);
    if (answer[0] !== wanted[0] || answer[1] !== wanted[1])
      wrong.push(`${route.method} ${route.path} answered ${answer.join(' ')}`);
  }
  return wrong;
};

test('without a session no call of any plugin answers, but those that say they are public', async () => {
  const closed = routes.filter(({ access }) => typeof access !== 'object');
  expect(closed.length).toBeGreaterThan(30);
  expect(await refusalsOf(closed, '', [401, 'ERR_SESSION_EXPIRED'])).toEqual([]);
});

test('who lacks the permission that a call asks for is refused, before anything of the input is looked at', async () => {
  const asked = routes.filter(({ access }) => typeof access === 'string' && access !== 'signed-in');
  const person = await office.company.person('user');
  for (const permission of new Set(asked.map(({ access }) => String(access)).filter((name) => name !== 'super'))) {
    expect(
      (await office.admin.put('/permissions', { profile: 'user', permission, granted: false })).status,
      permission,
    ).toBe(200);
  }
  expect(asked.length).toBeGreaterThan(5);
  expect(await refusalsOf(asked, person.token, [403, 'ERR_NO_PERMISSION'])).toEqual([]);
});

const toggled = manifestsOf(host).filter(({ toggle }) => toggle !== undefined);
test.each(toggled.map(({ id, toggle }) => [id, toggle ?? ''] as const))(
  'switched off, %s is gone from every call and list; on again, it is all there',
  async (id, toggle) => {
    const { company, admin } = office;
    const own = routes.filter(({ plugin, access }) => plugin === id && typeof access !== 'object');
    const seen = async () => ({
      on: switches.on(company.id).toSorted(),
      modules: (await admin.get<unknown>('/platform/modules')).body,
      plugins: (await admin.get<unknown>('/platform/plugins')).body,
      permissions: (await admin.get<unknown>('/permissions')).body,
      fields: (await admin.get<unknown>('/settings/schema')).body,
      me: ((await admin.get<{ permissions: string[] }>('/auth/me')).body.permissions ?? []).toSorted(),
      ledger: JSON.stringify(registry.plugins.get(id)?.ledger.routes.map(({ method, path: at }) => `${method} ${at}`)),
    });
    const before = await seen();
    const dependents = switches.dependents(id, company.id);
    const off = await admin.put<{ error?: string }>(`/settings/${toggle}`, { value: 'disabled' });
    if (dependents.length > 0) {
      expect([off.status, off.body.error]).toEqual([409, 'ERR_PLUGIN_HAS_DEPENDENTS']);
      return;
    }
    expect(off.status).toBe(200);
    expect(await refusalsOf(own, admin.token, [404, 'ERR_PLUGIN_DISABLED'])).toEqual([]);
    const during = await seen();
    expect(during.on).not.toContain(id);
    expect(JSON.stringify(during.plugins)).not.toContain(`"${id}"`);
    // What people may do with it is kept for when it comes back.
    expect(during.me).toEqual(before.me);
    expect((await admin.put(`/settings/${toggle}`, { value: 'enabled' })).status).toBe(200);
    expect(await seen()).toEqual(before);
  },
);

test('a second start on the same database runs no migration again and finds everything as it was', async () => {
  const history = async () => {
    const { rows: tables } = await database.owner.query<{ schema: string }>(
      `select table_schema as schema from information_schema.tables where table_name = 'migration' order by 1`,
    );
    const found: Record<string, unknown> = {};
    for (const { schema } of tables)
      found[schema] = (
        await database.owner.query(`select name, checksum, executed_at from "${schema}".migration order by name`)
      ).rows;
    return found;
  };
  const before = await history();
  const again = await startPlatform({ sameDatabaseAs: host });
  try {
    expect(again.kernel.registry.faults).toEqual([]);
    expect(await history()).toEqual(before);
    const theirs = (await office.admin.get<unknown>(`/tickets/${office.ids['ticketId']}`)).body;
    const response = await fetch(`${again.url}/api/tickets/${office.ids['ticketId']}`, {
      headers: { authorization: `Bearer ${office.admin.token}` },
    });
    expect(await response.json()).toEqual(theirs);
  } finally {
    await again.close();
  }
});

const built = firstParty.filter((id) => existsSync(path.join(pluginsFolder, id, 'dist', 'build.json')));
test.skipIf(built.length === 0)(
  'the browser parts that were built are whole, small at start, and import only what the page has',
  async () => {
    for (const id of built) {
      const { build, faults } = await verifyBuild(path.join(pluginsFolder, id, 'dist'));
      expect(faults, id).toEqual([]);
      expect(build?.files[build.entry]?.size, id).toBeLessThanOrEqual(10 * 1024);
    }
  },
);
