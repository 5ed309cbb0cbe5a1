import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeArchive } from '../archive.ts';
import { startRegistry, type Registry } from './npm-registry.ts';
import { temporaryFolder, runProgram, runBalcao, type CommandOutput } from './run-balcao.ts';

// Each command is a process, and some start a product, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let registry: Registry;
let plugin: string;

const npm = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandOutput> =>
  runProgram('npm', args, plugin, { ...registry.env, ...env });

/** Starts a registry with one small package, and creates a plugin. */
beforeAll(async () => {
  place = await temporaryFolder();
  const folder = join(place.folder, 'small-words');
  await mkdir(folder);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'small-words',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      types: 'index.d.ts',
    }),
  );
  await writeFile(join(folder, 'index.js'), 'export const shout = (text) => text.toUpperCase();\n');
  await writeFile(join(folder, 'index.d.ts'), 'export declare const shout: (text: string) => string;\n');
  const archive = join(place.folder, 'small-words.tgz');
  await writeArchive(folder, archive);
  registry = await startRegistry([{ name: 'small-words', version: '1.0.0', archive }], join(place.folder, 'npm-cache'));
  plugin = join(place.folder, 'guest-book');
  await runBalcao(place.folder, ['create', 'guest-book']);
});
afterAll(async () => {
  registry?.close();
  await place?.remove();
});

test('After npm install of a package every command of the plugin still works, and its server part uses the package', async () => {
  const installed = await npm(['install', 'small-words']);
  expect(installed.code, installed.text).toBe(0);
  // The links into the product are restored at once, for the editor.
  expect(existsSync(join(plugin, 'node_modules', '@balcao', 'sdk', 'package.json'))).toBe(true);
  expect(existsSync(join(plugin, 'node_modules', '.bin', 'tsc'))).toBe(true);

  const file = join(plugin, 'server', 'index.ts');
  const code = await readFile(file, 'utf8');
  await writeFile(file, `import { shout } from 'small-words';\n${code}\nexport const motto = shout('hello');\n`);
  // The check includes the types; the last test runs them alone.
  for (const [script, env] of [
    // As an author does who has no database server: the product's own is started for it.
    [['check'], { TEST_DATABASE_URL: '' }],
    [['test', '--', 'test/notes', '--own-only'], {}],
    [['pack'], {}],
  ] as const) {
    const result = await npm(['run', ...script], env);
    expect(result.code, result.text).toBe(0);
  }
  expect(await readFile(join(plugin, 'build', 'guest-book', 'server', 'index.js'), 'utf8')).toContain('toUpperCase');
});

test('npx balcao runs the product’s own command, and never requests a package of that name from a registry', async () => {
  const result = await runProgram('npx', ['balcao', '--version'], plugin, registry.env);
  expect([result.code, result.text]).toEqual([0, expect.stringMatching(/\d+\.\d+\.\d+/)]);
  expect([...registry.asked]).toEqual(['small-words']);
});

test('The package-lock.json contains no folder of this machine', async () => {
  expect(await readFile(join(plugin, 'package-lock.json'), 'utf8')).not.toContain('..');
});

test('In a fresh clone npm installs, prints how to link to the product, and one command does it', async () => {
  await rm(join(plugin, 'node_modules'), { recursive: true });
  await rm(join(plugin, '.balcao', 'checkout'));
  const installed = await npm(['install', '--foreground-scripts']);
  expect([installed.code, installed.text]).toEqual([0, expect.stringContaining('node_modules/.bin/balcao link')]);
  expect((await npm(['run', 'types'])).code).toBe(1);
  const linked = await runBalcao(plugin, ['link']);
  expect(linked.code, linked.text).toBe(0);
  const types = await npm(['run', 'types']);
  expect(types.code, types.text).toBe(0);
});
