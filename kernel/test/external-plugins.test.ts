import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { eventually, Person, startTestHost, type TestHost } from '@balcao/testing';
import type { Fault } from '../host/faults.ts';
import { loadPlugins } from '../host/load.ts';
import { pluginFolder, usual, type Installed, type PluginFolder } from './installation.ts';
import { fixture } from './kernel-fixtures.ts';

const databaseUrl = inject('databaseUrl');
const folders: PluginFolder[] = [];
const children: ChildProcess[] = [];
const hosts: TestHost[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const host of hosts) await host.close();
  for (const folder of folders) await folder.remove();
});

const installed = async (plugins: Record<string, Installed>): Promise<string> => {
  const made = await pluginFolder(plugins);
  folders.push(made);
  return made.dir;
};
const load = (dir: string, production = false) =>
  loadPlugins([{ dir, firstParty: false }], { sandbox: true, production });
const marked = (name: string): boolean => name in globalThis;

/** A plugin that throws the SDK's own error: with another copy of the SDK it would be a defect. */
const refuses: Installed = {
  built: true,
  manifest: { routes: { api: ['/built'] } },
  setup: `host.route('GET', '/built', { access: 'signed-in', handle: async () => { throw new sdk.AppError(409, 'ERR_ON_PURPOSE'); } });`,
};
const source: Installed = {
  files: {
    'manifest.ts': `export default ${JSON.stringify({ ...usual('typed'), optional: { shelf: '*' }, routes: { api: ['/typed'] } })} as const;`,
    'server/index.ts': `
      import { definePlugin } from '@balcao/sdk/server';
      import { books } from '@balcao/shelf/contract';
      import manifest from '../manifest.ts';
      export default definePlugin(manifest, { setup(host) {
        host.route('GET', '/typed', { access: 'signed-in', handle: async (_request: object, scope) => ({ count: await scope.use(books).count() }) });
      } });`,
  },
};

test('Plugins run from a folder outside the platform, built or from source, without any package beside them', async () => {
  const dir = await installed({ built: refuses, typed: source });
  const host = await startTestHost({ databaseUrl, plugins: [fixture('shelf')] });
  hosts.push(host);
  const worker = path.join(import.meta.dirname, 'worker.ts');
  const child = fork(worker, [host.databaseUrl, host.dataDir, fixture('shelf'), dir], { execArgv: [] });
  children.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const { admin } = await host.company({ settings: { shelfEnabled: true } });
  const there = new Person(url, admin);
  await eventually(async () => (await there.get('/auth/me')).status === 200);
  // External plugins are off until a company switches them on.
  expect((await there.get('/built')).body).toEqual({ error: 'ERR_PLUGIN_DISABLED' });
  for (const id of ['built', 'typed'])
    expect((await there.put(`/settings/plugin:${id}`, { value: 'enabled' })).status).toBe(200);
  const { status, body } = await there.get('/built');
  expect([status, body]).toEqual([409, { error: 'ERR_ON_PURPOSE' }]);
  expect((await there.get('/typed')).body).toEqual({ count: 0 });
});

const runs = (name: string): Installed => ({
  built: true,
  server: `globalThis['${name}'] = true; export default { parts: { setup() {} } };`,
  files: { 'README.md': 'Read me.' },
});

const damages: Record<string, { harm(folder: string): Promise<unknown>; says: RegExp }> = {
  'a changed file': {
    harm: (folder) => writeFile(path.join(folder, 'server', 'index.js'), 'globalThis.intruder = true;'),
    says: /^server\/index\.js is not the file that was built$/,
  },
  'a missing file': {
    harm: (folder) => rm(path.join(folder, 'README.md')),
    says: /^README\.md is missing$/,
  },
  'a file more': {
    harm: (folder) => writeFile(path.join(folder, 'server', 'more.js'), ''),
    says: /^server\/more\.js is not a file of the build$/,
  },
  'a link': {
    harm: (folder) => symlink('/etc/hostname', path.join(folder, 'server', 'link.js')),
    says: /^server\/link\.js is no plain file$/,
  },
  'a changed description': {
    harm: async (folder) => {
      const file = path.join(folder, 'build.json');
      const build = JSON.parse(await readFile(file, 'utf8')) as { files: Record<string, unknown> };
      delete build.files['README.md'];
      await writeFile(file, JSON.stringify(build));
    },
    says: /^build\.json was changed after the build$/,
  },
  'a description that is no JSON': {
    harm: (folder) => writeFile(path.join(folder, 'build.json'), '{'),
    says: /^build\.json cannot be read$/,
  },
};

test.each(Object.entries(damages))(
  'An installed plugin with %s is refused with the name of the file, and none of it runs',
  async (what, { harm, says }) => {
    const name = `ran with ${what}`;
    const dir = await installed({ damaged: runs(name), sound: runs(`${name}: sound`) });
    await harm(path.join(dir, 'damaged'));
    const { loaded, faults } = await load(dir);
    expect(loaded.map(({ source: { manifest } }) => manifest.id)).toEqual(['sound']);
    expect(faults.find(({ message }) => says.test(message))).toMatchObject({
      code: 'BUNDLE_HASH',
      plugin: 'damaged',
      fix: expect.stringMatching(/Install the plugin again/) as string,
    });
    expect(marked(name)).toBe(false);
    expect(marked(`${name}: sound`)).toBe(true);
  },
);

test('Production runs no plugin from source, and the fault says what to do instead', async () => {
  const dir = await installed({ typed: source, undescribed: { setup: '' }, whole: { setup: '', built: true } });
  const { loaded, faults } = await load(dir, true);
  expect(loaded.map(({ source: { manifest } }) => manifest.id)).toEqual(['whole']);
  const faultOf = (plugin: string): Partial<Fault> | undefined => faults.find((fault) => fault.plugin === plugin);
  expect(faultOf('typed')).toMatchObject({
    code: 'BUNDLE_DEVELOPMENT',
    message: 'it is source code and this is production',
    fix: expect.stringContaining('npx balcao build') as string,
  });
  expect(faultOf('undescribed')).toMatchObject({
    code: 'BUNDLE_HASH',
    message: expect.stringMatching(/build\.json is missing/) as string,
  });
});

test('An external plugin that uses a name of the platform’s own plugin is at fault, whatever its id', async () => {
  const manifest = { permissions: { 'desk:view': { label: 'Desk', profiles: ['admin'] } } };
  const [own, foreign] = [await installed({ zebra: { manifest } }), await installed({ aardvark: { manifest } })];
  const { faults } = await loadPlugins(
    [
      { dir: own, firstParty: true },
      { dir: foreign, firstParty: false },
    ],
    { sandbox: true, production: false },
  );
  expect(faults.map(({ code, plugin }) => [code, plugin])).toEqual([['PERMISSION_DUPLICATE', 'aardvark']]);
});
