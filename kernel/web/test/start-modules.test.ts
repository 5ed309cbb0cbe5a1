import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBuildJson, type StartPart } from '@balcao/sdk/build';
import type { InstalledClient } from '../installed-client.ts';
import { partFile, startAddresses, StartModules } from '../start-modules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

const greeting = (id: string): StartPart => ({
  uses: [],
  code: `return { default: { id: '${id}', at: balcao$at } }`,
  texts: { pt: { hi: `olá ${id}` }, en: { hi: `hello ${id}` }, es: { hi: `hola ${id}` } },
});

/** Creates a built plugin whose entry is a function. */
const installed = async (
  id: string,
  part: StartPart | string = greeting(id),
  firstParty = true,
): Promise<InstalledClient> => {
  const dir = join(folder, id);
  await mkdir(join(dir, 'dist'), { recursive: true });
  await writeFile(join(dir, 'dist', partFile), typeof part === 'string' ? part : JSON.stringify(part));
  const files = { [partFile]: { integrity: '', size: 0 } };
  return { id, dir, build: { sdk: '1.0.0', hash: `${id}1`, entry: 'client.js', files }, firstParty };
};

/** Creates an external plugin with these files. */
const outside = async (id: string, entry: string, later: Record<string, string> = {}): Promise<InstalledClient> => {
  const dir = join(folder, id);
  await mkdir(join(dir, 'dist'), { recursive: true });
  for (const [name, code] of Object.entries({ 'client.js': entry, ...later }))
    await writeFile(join(dir, 'dist', name), code);
  return { id, dir, build: await writeBuildJson(join(dir, 'dist'), 'client.js', '1.0.0') };
};
const adding = (id: string): string => `export default { id: '${id}', at: import.meta.url };`;

interface Exported {
  default: { id: string; at: string };
}
type Entries = Record<string, [(at: string) => Exported | Promise<Exported>, Record<string, unknown>]>;

const addressOf = (plugins: InstalledClient[]): string => [...startAddresses(plugins).values()][0] ?? '';

const open = async (plugins: InstalledClient[], language = 'pt') => {
  const modules = new StartModules(
    (id) => plugins.find((one) => one.id === id),
    async () => (id) => id === 'react',
  );
  const name = `${addressOf(plugins).slice('/host/start/'.length)}.${language}.js`;
  const file = await modules.file(name);
  const code = file?.plain.toString() ?? '';
  const imported = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Entries };
  return { modules, name, file, entries: imported.default };
};

test('The entries of many plugins are in one file, each with its texts in one language', async () => {
  const { entries, file } = await open([await installed('tags'), await installed('queues')], 'en');
  expect(Object.keys(entries)).toEqual(['queues', 'tags']);
  const [run, texts] = entries['tags'] ?? [];
  expect((await run?.('/plugins/tags/tags1/'))?.default).toEqual({ id: 'tags', at: '/plugins/tags/tags1/' });
  expect(texts).toEqual({ en: { hi: 'hello tags' } });
  expect(brotliDecompressSync(file?.brotli ?? Buffer.alloc(0))).toEqual(file?.plain);
});

test('An entry that throws or cannot be parsed does not affect the others', async () => {
  const { entries } = await open([
    await installed('good'),
    await installed('throws', { uses: [], code: `throw new Error('no luck')` }),
    await installed('garbled', '{"uses":[],"co'),
    await installed('wrong', { uses: [], code: 'return {{' }),
  ]);
  expect(Object.keys(entries)).toEqual(['good', 'throws']);
  expect(() => entries['throws']?.[0]('/')).toThrow('no luck');
  expect((await entries['good']?.[0]('/'))?.default.id).toBe('good');
});

test('An entry that alone needs a shared module is fetched separately, so that no page waits for it', async () => {
  const { entries } = await open([
    await installed('plain'),
    await installed('heavy', { ...greeting('heavy'), uses: ['@fluentui/react-table'] }),
  ]);
  expect(Object.keys(entries)).toEqual(['plain']);
});

test('External plugins are combined in a file of their own, apart from the platform’s', async () => {
  const own = await installed('own');
  const [one, other] = [await outside('acme-one', adding('one')), await outside('acme-two', adding('two'))];
  const starts = startAddresses([other, own, one]);
  expect(starts.get(one)).toMatch(/^\/host\/start\/[a-f0-9]{16}\/acme-one\.acme-two$/);
  expect(starts.get(other)).toBe(starts.get(one));
  expect(starts.get(own)).toMatch(/\/own$/);
  const { entries } = await open([one, other]);
  expect(Object.keys(entries)).toEqual(['acme-one', 'acme-two']);
  expect((await entries['acme-two']?.[0]('/plugins/acme-two/0/'))?.default).toEqual({
    id: 'two',
    at: '/plugins/acme-two/0/client.js',
  });
});

test('An external plugin that throws, waits or is malformed affects only itself', async () => {
  const { entries } = await open([
    await outside('acme-good', adding('good')),
    await outside('acme-throws', `throw new Error('no luck'); ${adding('throws')}`),
    await outside('acme-hangs', `await new Promise(() => undefined); ${adding('hangs')}`),
    await outside('acme-waits', `const id = await Promise.resolve('waits'); export default { id };`),
    await outside('acme-garbled', 'export default {{'),
    await outside('acme-braces', `}; globalThis.broken = 1; ({ a() {`),
  ]);
  expect(Object.keys(entries)).toEqual(['acme-good', 'acme-hangs', 'acme-throws', 'acme-waits']);
  await expect(entries['acme-throws']?.[0]('/')).rejects.toThrow('no luck');
  const hanging = Promise.resolve(entries['acme-hangs']?.[0]('/')).then(() => 'came');
  expect((await entries['acme-waits']?.[0]('/'))?.default.id).toBe('waits');
  expect((await entries['acme-good']?.[0]('/'))?.default.id).toBe('good');
  expect(await Promise.race([hanging, Promise.resolve('waits still')])).toBe('waits still');
});

test('An external entry that cannot be wrapped in a function is fetched separately', async () => {
  const { entries } = await open([
    await outside('acme-plain', adding('plain')),
    await outside('acme-static', `import './setup.js'; ${adding('static')}`, { 'setup.js': 'export {};' }),
    await outside('acme-computed', `const name = './a.js'; export const load = () => import(name); ${adding('x')}`),
    await outside('acme-again', adding('again'), { 'page.js': `import own from './client.js'; export { own };` }),
    await outside('acme-handed', `export { useState } from 'react'; ${adding('handed')}`),
  ]);
  expect(Object.keys(entries)).toEqual(['acme-plain']);
});

test('An entry whose file differs from the build is left out, so that the browser refuses it by its hash', async () => {
  const changed = await outside('acme-changed', adding('built'));
  await writeFile(join(changed.dir, 'dist', 'client.js'), adding('changed since'));
  const { entries } = await open([changed, await outside('acme-same', adding('same'))]);
  expect(Object.keys(entries)).toEqual(['acme-same']);
});

test('Only the external plugin that needs a shared module waits for it', async () => {
  const wants = await outside('acme-table', `import { Table } from '@fluentui/react-table'; ${adding('table')} Table;`);
  const { file, entries } = await open([wants, await outside('acme-light', adding('light'))]);
  expect(file?.plain.toString()).not.toMatch(/^import/);
  expect(Object.keys(entries)).toEqual(['acme-light', 'acme-table']);
  // Nothing provides it here.
  await expect(entries['acme-table']?.[0]('/')).rejects.toThrow('@fluentui/react-table');
  expect((await entries['acme-light']?.[0]('/'))?.default.id).toBe('light');
});

test('The texts in an entry are sent in the reader’s language alone', async () => {
  const texts = { pt: { hi: 'olá' }, en: { hi: 'hello' }, es: { hi: 'hola' } };
  const entry = `${adding('texts')}\nexport const firstTexts=${JSON.stringify(texts)};\n`;
  const { entries, file } = await open([await outside('acme-texts', entry)], 'es');
  expect(entries['acme-texts']?.[1]).toEqual({ es: { hi: 'hola' } });
  expect(file?.plain.toString()).not.toContain('hello');
});

test('Names too long for one address are split among several files', async () => {
  const many: InstalledClient[] = Array.from({ length: 60 }, (_, n) => ({
    id: `acme-${String(n).padStart(60, 'x')}`,
    dir: folder,
    build: { sdk: '1.0.0', hash: 'a', entry: 'client.js', files: {} },
  }));
  const addresses = new Set(startAddresses(many).values());
  expect(addresses.size).toBe(3);
  for (const address of addresses) expect(address.length).toBeLessThan(2000);
});

test('Another build of a plugin has another address, and an address of a former build is not found', async () => {
  const plugin = await installed('changed');
  const plugins = [plugin];
  const { modules, name } = await open(plugins);
  plugins[0] = { ...plugin, build: { ...plugin.build, hash: 'changed2' } };
  expect(addressOf(plugins)).not.toBe(addressOf([plugin]));
  const fresh = new StartModules(
    (id) => plugins.find((one) => one.id === id),
    async () => () => true,
  );
  expect(await fresh.file(name)).toBeUndefined();
  // A page that got the address a moment ago can still fetch the file, because it is cached.
  expect(await modules.file(name)).toBeDefined();
});

test('Addresses of unknown plugins or languages are not found', async () => {
  const { modules, name } = await open([await installed('known')]);
  for (const wrong of [name.replace('known', 'unknown'), name.replace('.pt.', '.xx.'), '../host.json', '', 'a/b'])
    expect(await modules.file(wrong)).toBeUndefined();
});
