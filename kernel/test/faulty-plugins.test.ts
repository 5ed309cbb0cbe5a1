import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestHost } from '@balcao/testing';
import { BootError, type Fault } from '../host/faults.ts';
import { loadPlugins } from '../host/load.ts';
import { archive, faultyPlugins } from './faulty-plugins.ts';
import { pluginFolder, type Installed, type PluginFolder } from './installation.ts';

const databaseUrl = inject('databaseUrl');
const table = (version: string): Installed => ({
  parts: `migrations: [{ name: '0001-init', sql: ['create table edited.thing (id int primary key, company_id int not null references kernel.company (id), ${version} text)'] }],`,
});
const declaresLate: Installed = {
  manifest: { routes: { api: ['/late'] } },
  setup: `globalThis.lateHost = () => route(host, '/late');`,
};
const leansOn = (id: string): Installed => ({ manifest: { requires: { [id]: '*' } }, setup: '' });

let folder: PluginFolder;
let host: TestHost;
const folders: PluginFolder[] = [];
const installed = async (plugins: Record<string, Installed>): Promise<string> => {
  const made = await pluginFolder(plugins);
  folders.push(made);
  return made.dir;
};
const faultsOf = (plugin: string): Fault[] => host.kernel.registry.faults.filter((fault) => fault.plugin === plugin);

beforeAll(async () => {
  folder = await pluginFolder({
    archive,
    edited: table('first'),
    'late-declarer': declaresLate,
    'leans-on-import': leansOn('import-throws'),
    'leans-on-leaning': leansOn('leans-on-import'),
    'leans-on-migration': leansOn('migration-breaks'),
    'goes-without': {
      manifest: { optional: { 'import-throws': '*', absent: '*' }, contributes: { 'absent.anything': 1 } },
      setup: `host.contribute(point('absent.anything'), {});`,
    },
    ...faultyPlugins,
  });
  folders.push(folder);
  host = await startTestHost({ databaseUrl, plugins: [folder.dir], env: { SANDBOX: '0' } });
});
afterAll(async () => {
  await host.close();
  for (const made of folders) await made.remove();
});

test.each(Object.entries(faultyPlugins))(
  'The faulty plugin %s is refused with its fault and the fix',
  (id, { code, says, fix, as }) => {
    const found = as ? host.kernel.registry.faults.filter(({ plugin }) => as.test(plugin)) : faultsOf(id);
    expect(found.map((fault) => fault.code)).toContain(code);
    const fault = found.find((one) => one.code === code && says.test(one.message));
    expect(fault, JSON.stringify(found)).toBeDefined();
    expect(fault?.fix).toMatch(fix);
  },
);

test('Every fault code of the kernel is covered by a plugin of these tests', async () => {
  const source = await readFile(path.join(import.meta.dirname, '..', 'host', 'faults.ts'), 'utf8');
  const known = [...source.matchAll(/\| '([A-Z_]+)'/g)].map(([, code]) => code);
  const here = new Set<string>(Object.values(faultyPlugins).map(({ code }) => code));
  // These have tests of their own: two below, as they need two plugins or two starts, one with the migrations, and
  // one where plugins are built.
  const elsewhere = ['DEPENDENCY_FAILED', 'MIGRATION_EDITED', 'MIGRATION_HISTORY', 'BUNDLE_SERVER_CODE'];
  expect(known.filter((code) => !here.has(code ?? '') && !elsewhere.includes(code ?? ''))).toEqual([]);
});

test('A faulty plugin stops those that require it and nothing else, and the rest serves', async () => {
  expect(faultsOf('leans-on-import')).toMatchObject([
    { code: 'DEPENDENCY_FAILED', message: 'it requires import-throws, which failed', fix: 'Mend import-throws first.' },
  ]);
  expect(faultsOf('leans-on-leaning')).toMatchObject([
    { code: 'DEPENDENCY_FAILED', message: 'it requires leans-on-import, which failed' },
  ]);
  expect(faultsOf('leans-on-migration')).toMatchObject([
    { code: 'DEPENDENCY_FAILED', fix: 'Mend migration-breaks first.' },
  ]);
  const withBrokenPages = [
    'bundle-changed',
    'bundle-dev',
    'bundle-import',
    'bundle-large',
    'bundle-none',
    'bundle-react',
    'bundle-unread',
  ];
  expect([...host.kernel.registry.plugins.keys()].toSorted()).toEqual([
    'archive',
    ...withBrokenPages,
    'edited',
    'goes-without',
    'late-declarer',
  ]);
  const { admin } = await host.company({ settings: { archiveEnabled: true } });
  expect((await admin.get('/archive/1')).status).toBe(200);
  expect((await admin.get('/outsider')).status).toBe(404);
});

test('A plugin whose pages are damaged is not offered to browsers', async () => {
  const { admin } = await host.company();
  expect((await admin.get<unknown[]>('/platform/plugins')).body).toEqual([]);
});

test('A super user can list all faults, and an admin of a company cannot', async () => {
  const root = await host.superUser();
  const { body } = await root.get<Fault[]>('/platform/faults');
  expect(body).toEqual(host.kernel.registry.faults);
  expect((await root.get<Fault[]>('/platform/faults?plugin=sdk-new')).body.map(({ code }) => code)).toEqual([
    'SDK_INCOMPATIBLE',
  ]);
  expect((await (await host.company()).admin.get('/platform/faults')).status).toBe(403);
});

test('A refused migration leaves nothing, and its changes to other plugins are rolled back', async () => {
  const { rows } = await host.kernel.database.owner.query<{ name: string | null }>(
    `select unnest(array[to_regclass('table_company.thing'), to_regclass('archive.intruder'), to_regclass('view_owner.thing'), to_regclass('key_plain.thing')])::text as name`,
  );
  expect(rows.map(({ name }) => name)).toEqual([null, null, null, null]);
  const grant = await host.kernel.database.owner.query(
    `select has_table_privilege('balcao_app', 'kernel.session', 'select') as may`,
  );
  expect(grant.rows).toEqual([{ may: false }]);
});

test('A plugin that declares after its setup gets an error at that call', () => {
  const { lateHost } = globalThis as unknown as { lateHost(): void };
  expect(lateHost).toThrow(/late-declarer declares after setup returned/);
  expect(host.kernel.registry.routes.filter(({ plugin }) => plugin === 'late-declarer')).toEqual([]);
});

test('A migration that was changed after it ran is refused, and the table stays unchanged', async () => {
  const later = await startTestHost({
    databaseUrl,
    plugins: [await installed({ edited: table('second') })],
    sameDatabaseAs: host,
  });
  expect(later.kernel.registry.faults).toMatchObject([
    {
      code: 'MIGRATION_EDITED',
      plugin: 'edited',
      message: '0001-init was changed after it ran',
      fix: expect.stringMatching(/migration/) as string,
    },
  ]);
  await later.close();
  const { rows } = await host.kernel.database.owner.query(
    `select column_name as name from information_schema.columns where table_schema = 'edited' and table_name = 'thing' order by ordinal_position`,
  );
  expect(rows.map(({ name }) => name as string)).toEqual(['id', 'company_id', 'first']);
});

test('A plugin that never finishes its import is abandoned, and its late result is ignored', async () => {
  const dir = await installed({
    hangs: {
      server: `await new Promise((resolve) => { globalThis.letGo = resolve; }); export default { parts: { setup(host) { globalThis.setUpLate = true; } } };`,
    },
    sound: {},
  });
  const { loaded, faults } = await loadPlugins([{ dir, firstParty: false }], { sandbox: true, importLimitMs: 2_000 });
  expect(faults).toMatchObject([
    { code: 'IMPORT_FAILED', plugin: 'hangs', message: 'its server part was not imported within 2 s' },
  ]);
  expect(loaded.map(({ source }) => source.manifest.id)).toEqual(['sound']);
  const global = globalThis as unknown as { letGo(): void; setUpLate?: true };
  global.letGo();
  await new Promise(setImmediate);
  expect(global.setUpLate).toBeUndefined();
});

test('Faults of core plugins stop the start, and all faults are reported at once', async () => {
  const plugins = {
    'core-import': { manifest: { core: true }, server: `throw new Error('broken');` },
    'core-leans': { manifest: { core: true, requires: { 'plain-broken': '*' } }, setup: '' },
    'core-manifest': { manifest: { core: true, colour: 'red' } },
    'plain-broken': { setup: `throw new Error('not mine');` },
  };
  const error: unknown = await startTestHost({ databaseUrl, plugins: [await installed(plugins)] }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BootError);
  const { faults, message } = error as BootError;
  expect(faults.map(({ plugin, code }) => `${plugin} ${code}`).toSorted()).toEqual([
    'core-import IMPORT_FAILED',
    'core-leans DEPENDENCY_FAILED',
    'core-manifest MANIFEST_INVALID',
    'plain-broken SETUP_FAILED',
  ]);
  expect(message).toContain('IMPORT_FAILED in core-import: broken\n  In the folder of core-import, npm run check');
});

test('A core plugin whose migration fails stops the start too', async () => {
  const plugins = {
    'core-tables': {
      manifest: { core: true },
      parts: `migrations: [{ name: '0001-init', sql: ['create nonsense'] }],`,
      setup: '',
    },
  };
  const error: unknown = await startTestHost({ databaseUrl, plugins: [await installed(plugins)] }).catch(
    (thrown: unknown) => thrown,
  );
  expect((error as BootError).faults).toMatchObject([{ code: 'MIGRATION_FAILED', plugin: 'core-tables' }]);
});

test('An external plugin cannot displace one of the platform by using its id', async () => {
  const [ours, theirs] = [
    await installed({ archive }),
    await installed({ archive: { ...archive, setup: `throw new Error('mine now');` } }),
  ];
  const { loaded, faults } = await loadPlugins(
    [
      { dir: ours, firstParty: true },
      { dir: theirs, firstParty: false },
    ],
    { sandbox: true },
  );
  expect(loaded.map(({ source }) => source.dir)).toEqual([path.join(ours, 'archive')]);
  expect(faults).toMatchObject([{ code: 'ID_DUPLICATE', plugin: path.join(theirs, 'archive') }]);
});
