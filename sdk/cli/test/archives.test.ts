import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeInstallable } from '@balcao/sdk/build';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let archives = 0;

beforeAll(async () => {
  place = await temporaryFolder();
});
beforeEach(async () => {
  dataDir = join(place.folder, `data-${(archives += 1)}`);
});
afterAll(() => place?.remove());

const manifest = {
  id: 'greeter',
  version: '1.0.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Somebody',
  license: 'MIT',
  sdk: '^0.1.0',
};

/** A minimal built plugin. */
async function built(change: Record<string, unknown> = {}): Promise<string> {
  const folder = join(place.folder, `built-${(archives += 1)}`);
  const described = { ...manifest, ...change };
  await mkdir(join(folder, 'server'), { recursive: true });
  await writeFile(join(folder, 'plugin.json'), JSON.stringify(described));
  await writeFile(join(folder, 'server', 'index.js'), 'export default {};');
  await writeInstallable(folder, { id: described.id, version: described.version, sdk: '0.1.0', shared: {} });
  return folder;
}

async function packed(folder: string): Promise<string> {
  const file = join(place.folder, `greeter-${(archives += 1)}.tgz`);
  await create({ cwd: folder, file, gzip: true, prefix: 'package' }, ['.']);
  return file;
}

const add = (what: string, ...more: string[]) =>
  runBalcao(place.folder, ['add', what, '--data-dir', dataDir, '--yes', ...more]);

/** Expects that an installation is rejected for this reason and leaves no files. */
async function refused(what: string, reason: string | RegExp, ...more: string[]): Promise<string> {
  const { code, text } = await add(what, ...more);
  expect(code).toBe(1);
  expect(text).toMatch(reason);
  expect(text).not.toMatch(/\n\s+at /);
  expect(await readdir(join(dataDir, 'plugins')).catch(() => [])).toEqual([]);
  return text;
}

test('A valid archive is installed with exactly the packed bytes', async () => {
  const folder = await built();
  const { code, text } = await add(await packed(folder));
  expect(code, text).toBe(0);
  expect(await readFile(join(dataDir, 'plugins', 'greeter', 'server', 'index.js'), 'utf8')).toBe('export default {};');
});

test('An archive with paths outside of it, by dots or from the root, is rejected as a whole', async () => {
  const outside = join(place.folder, 'outside');
  await mkdir(join(outside, 'in'), { recursive: true });
  await writeFile(join(outside, 'evil.js'), 'evil()');
  const dots = join(place.folder, 'dots.tgz');
  await create({ cwd: join(outside, 'in'), file: dots, gzip: true, preservePaths: true }, ['../evil.js']);
  await refused(dots, /path "\.\.\/evil\.js", which leads out of it/);
  const rooted = join(place.folder, 'rooted.tgz');
  await create({ file: rooted, gzip: true, preservePaths: true }, [join(outside, 'evil.js')]);
  await refused(rooted, /absolute or foreign path/);
});

test('An archive or a folder that contains a link is rejected', async () => {
  const folder = await built();
  await symlink('/etc/passwd', join(folder, 'server', 'secret.js'));
  await refused(await packed(folder), /secret\.js", which is a link/);
  await refused(folder, /BUNDLE_HASH[\s\S]*secret\.js is no plain file/);
});

test('A rejection names the files that were changed, added or lost since the build', async () => {
  const changed = await built();
  await writeFile(join(changed, 'server', 'index.js'), 'export default steal();');
  await refused(await packed(changed), /BUNDLE_HASH[\s\S]*server\/index\.js is not the file that was built/);
  const added = await built();
  await writeFile(join(added, 'server', 'more.js'), '');
  await refused(await packed(added), /server\/more\.js is not a file of the build/);
  const lost = await built();
  await rm(join(lost, 'server', 'index.js'));
  await refused(await packed(lost), /server\/index\.js is missing/);
});

test('An archive with another hash than the expected one is rejected before it is read', async () => {
  const text = await refused(await packed(await built()), /not what was promised/, '--sha256', 'a'.repeat(64));
  expect(text).toContain('a'.repeat(64));
});

test('An installation is rejected for the faults that the product would report: manifest, SDK, requirements, a duplicate id', async () => {
  await refused(await built({ colour: 'red' }), /MANIFEST_INVALID[\s\S]*unknown field "colour"/);
  await refused(await built({ sdk: '^9.0.0' }), /SDK_INCOMPATIBLE/);
  await refused(await built({ requires: { loyalty: '^1.0.0' } }), /DEPENDENCY_MISSING[\s\S]*loyalty/);
  await refused(await built({ id: 'tickets' }), /ID_DUPLICATE/);
});

test('A file or folder that is no plugin is reported as such', async () => {
  const text = join(place.folder, 'letter.tgz');
  await writeFile(text, 'Dear reader,');
  await refused(text, /cannot be read|no archive/);
  await refused(join(place.folder, 'nowhere.tgz'), /There is no file or folder/);
  const empty = join(place.folder, 'empty');
  await mkdir(empty);
  await refused(empty, /no plugin\.json/);
});

test('A plugin that another one requires cannot be removed', async () => {
  await add(await built());
  await add(await built({ id: 'waver', requires: { greeter: '^1.0.0' } }));
  const remove = (id: string) => runBalcao(place.folder, ['remove', id, '--data-dir', dataDir, '--yes']);
  const { code, text } = await remove('greeter');
  expect([code, text]).toEqual([1, expect.stringContaining('waver requires greeter')]);
  expect((await remove('waver')).code).toBe(0);
  expect((await remove('greeter')).code).toBe(0);
});

test('The next command recovers from an interrupted installation and restores the former version', async () => {
  await add(await built());
  const plugins = join(dataDir, 'plugins');
  const { rename } = await import('node:fs/promises');
  // The state after a power failure between two steps; no process has this number.
  await rename(join(plugins, 'greeter'), join(plugins, '.greeter.before-999999999'));
  await add(await built({ id: 'waver' }));
  expect((await readdir(plugins)).toSorted()).toEqual(['greeter', 'installed.json', 'waver']);
});
