import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { InstalledPlugin } from '../index.ts';
import { seen } from './fixtures/unruly/server/seen.ts';
import { pluginFolder, type PluginFolder } from './installation.ts';
import { figure, fixture } from './kernel-fixtures.ts';

let host: TestHost;
let folder: PluginFolder;
let company: TestCompany;
let root: Person;

beforeAll(async () => {
  folder = await pluginFolder({
    'broken-import': { server: `throw new Error('no such licence');` },
    leans: { manifest: { requires: { 'broken-import': '^1.0.0' } }, setup: '' },
    lacks: { manifest: { requires: { nowhere: '^1.0.0' } }, setup: '' },
    torn: { manifest: '{ "id": ' },
    pages: { client: { 'client.js': 'export default 1;' }, setup: '' },
    needs: { manifest: { requires: { unruly: '^1.0.0' } }, setup: '' },
  });
  host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [folder.dir, ...['shelf', 'unruly'].map(fixture)],
    limits: { failures: 2, openMs: 60_000 },
  });
  company = await host.company({ name: 'Aurora', settings: { 'plugin:unruly': true } });
  await host.company({ name: 'Boreal' });
  root = await host.superUser();
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

const installed = async (): Promise<InstalledPlugin[]> =>
  (await root.get<{ plugins: InstalledPlugin[] }>('/platform/installed')).body.plugins;
const one = async (id: string): Promise<InstalledPlugin> => {
  const found = (await installed()).find((plugin) => plugin.id === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
};
const switchFor = (id: string, on: unknown, companyId = company.id) =>
  root.put<{ error?: string }>(`/platform/installed/${id}/companies/${companyId}`, { on });

test('A super user can read what each plugin is, what it requests and which companies use it', async () => {
  const plugin = await one('unruly');
  expect(plugin).toMatchObject({
    title: 'Indisciplinado',
    version: '1.2.3',
    publisher: 'Somebody',
    license: 'MIT',
    core: false,
    firstParty: false,
    state: 'running',
    faults: [],
    permissions: [{ name: 'unruly:view', label: 'Ver', profiles: ['admin'] }],
    settings: [
      { key: 'unrulyKey', label: 'Chave', secret: true },
      { key: 'unrulyMode', label: 'Chave', secret: false },
    ],
    hosts: ['api.unruly.example'],
    publicRoutes: [{ route: 'POST /unruly/hook/:address', reason: 'A provider calls it.' }],
    optional: { shelf: '^1.0.0' },
    toggle: 'plugin:unruly',
    clientBytes: null,
    intervals: 0,
    companies: { on: 1, total: 3 },
  });
  expect(plugin.loadMs).toBeGreaterThan(0);
  expect((await one('pages')).clientBytes).toBe('export default 1;'.length);
  const english = await root.call<{ plugins: InstalledPlugin[] }>('GET', '/platform/installed', undefined, {
    'x-language': 'en',
  });
  expect(english.body.plugins.find(({ id }) => id === 'unruly')?.title).toBe('Unruly');
});

test('Plugins that do not run are listed with reason and fix, and those blocked by others are marked', async () => {
  const all = await installed();
  const shown = (id: string) => {
    const { state, faults } = all.find((plugin) => plugin.id === id) ?? {};
    return { state, codes: faults?.map(({ code }) => code) };
  };
  expect(shown('broken-import')).toEqual({ state: 'failed', codes: ['IMPORT_FAILED'] });
  expect(shown('leans')).toEqual({ state: 'blocked', codes: ['DEPENDENCY_FAILED'] });
  expect(shown('lacks')).toEqual({ state: 'blocked', codes: ['DEPENDENCY_MISSING'] });
  const torn = all.find(({ faults }) => faults.some(({ code }) => code === 'MANIFEST_INVALID'));
  expect(torn).toMatchObject({ state: 'failed', version: '', toggle: null, companies: { on: 0 } });
  expect(torn?.faults[0]?.fix).toContain('Put a plugin.json');
  expect(await figure(host, 'balcao_plugin_state', { plugin: 'leans', state: 'blocked' })).toBe(1);
  expect(await figure(host, 'balcao_plugin_state', { plugin: 'unruly', state: 'running' })).toBe(1);
  expect(await figure(host, 'balcao_plugin_load_milliseconds', { plugin: 'unruly' })).toBeGreaterThan(0);
});

test('An admin of a company sees which modules do not run, and what they wait for', async () => {
  const { body } = await company.admin.get<{ plugin: string; state: string; on: boolean }[]>('/platform/modules');
  const shown = Object.fromEntries(body.map(({ plugin, state, on }) => [plugin, [state, on]]));
  expect(shown).toMatchObject({
    unruly: ['running', true],
    'broken-import': ['failed', false],
    leans: ['blocked', false],
  });
});

test('Errors of the last hour are counted by call site, with the latest codes and reasons, and open circuits are named', async () => {
  seen.broken = true;
  for (let n = 0; n < 3; n += 1) await company.admin.get('/unruly/work');
  // Other files of this worker use the same code.
  seen.broken = false;
  const { errors, breakers } = await one('unruly');
  expect(errors).toMatchObject({ lastHour: 2, byPlace: { route: 2 } });
  expect(errors.recent[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    where: 'route',
    what: 'GET /unruly/work',
    code: 'Error',
    message: 'route is broken',
  });
  expect(breakers).toMatchObject([{ where: 'route', what: 'GET /unruly/work', companies: 1 }]);
  expect(Date.parse(breakers[0]?.until ?? '')).toBeGreaterThan(Date.parse(breakers[0]?.since ?? ''));
});

test('Failures in browsers are counted too, and only for plugins that the company has', async () => {
  const tell = (plugin: string, what: string, more: object = {}) =>
    company.admin.post('/platform/browser-failures', {
      plugin,
      what,
      message: 'TypeError: x is not a function',
      ...more,
    });
  expect((await tell('unruly', 'render')).status).toBe(200);
  expect((await tell('shelf', 'render')).status).toBe(200);
  expect((await tell('unruly', 'elsewhere')).status).toBe(400);
  expect((await one('unruly')).errors.byPlace.browser).toBe(1);
  expect((await one('shelf')).errors.lastHour).toBe(0);
  // Point, item and file tell the position.
  const place = { part: 'tickets.list.badge/late', file: 'RowBadge-x1.js:1:204' };
  expect((await tell('unruly', 'render', place)).status).toBe(200);
  expect((await one('unruly')).errors.recent[0]).toMatchObject({
    where: 'browser',
    what: 'render tickets.list.badge/late (RowBadge-x1.js:1:204)',
    code: 'TypeError',
    message: 'x is not a function',
  });
  expect((await tell('unruly', 'render', { part: '<b>' })).status).toBe(400);
  expect(await figure(host, 'balcao_plugin_failures_total', { plugin: 'unruly', where: 'browser' })).toBe(2);
});

test('A plugin is switched for one company by its name, and refused with the list of the plugins that prevent it', async () => {
  const { body } = await root.get<{ companies: { id: number; name: string; on: boolean }[]; count: number }>(
    '/platform/installed/unruly/companies?search=aur',
  );
  expect(body).toEqual({ companies: [{ id: company.id, name: 'Aurora', on: true }], count: 1, hasMore: false });
  expect((await switchFor('needs', true)).body).toEqual({ id: company.id, name: 'Aurora', on: true });
  const refused = await switchFor('unruly', false);
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: 'ERR_PLUGIN_HAS_DEPENDENTS', context: { plugins: ['needs'] } },
  ]);
  await switchFor('needs', false);
  expect((await switchFor('unruly', false)).body).toEqual({ id: company.id, name: 'Aurora', on: false });
  expect((await company.admin.get('/unruly/work')).status).toBe(404);
  const early = await switchFor('needs', true);
  expect([early.status, early.body]).toEqual([409, { error: 'ERR_PLUGIN_REQUIRED', context: { plugins: ['unruly'] } }]);
  expect((await switchFor('leans', true)).body).toEqual({ error: 'ERR_PLUGIN_NOT_RUNNING' });
  expect((await switchFor('unheard-of', true)).status).toBe(404);
  expect((await switchFor('unruly', true, 999_999)).body).toEqual({ error: 'ERR_NO_COMPANY_FOUND' });
  expect((await switchFor('unruly', 'yes')).status).toBe(400);
  await switchFor('unruly', true);
});

test('Only super users can see and switch installed plugins', async () => {
  for (const [method, where] of [
    ['GET', '/platform/installed'],
    ['GET', '/platform/installed/unruly/companies'],
    ['PUT', `/platform/installed/unruly/companies/${company.id}`],
  ] as const)
    expect((await company.admin.call(method, where, method === 'PUT' ? { on: false } : undefined)).status).toBe(403);
});

test('A plugin that is off for everybody makes neither the page nor the list of plugins longer', async () => {
  const page = async () => (await fetch(`${host.url}/`, { headers: { accept: 'text/html' } })).text();
  const { admin } = await host.company();
  expect((await admin.get<unknown[]>('/platform/plugins')).body).toEqual([]);
  expect(await page()).not.toContain('/plugins/pages/');
  await switchFor('pages', true);
  await eventually(async () => (await page()).includes('/plugins/pages/'));
  expect((await admin.get<unknown[]>('/platform/plugins')).body).toEqual([]);
  expect((await company.admin.get<{ id: string }[]>('/platform/plugins')).body.map(({ id }) => id)).toEqual(['pages']);
});
