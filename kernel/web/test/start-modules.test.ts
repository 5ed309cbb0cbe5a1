import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartPart } from '@balcao/sdk/build';
import type { InstalledClient } from '../index.ts';
import { partFile, startAddress, StartModules } from '../start-modules.ts';

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

/** A plugin as it lies built, with its entry as a function. */
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

type Entries = Record<string, [(at: string) => { default: { id: string; at: string } }, Record<string, unknown>]>;

const open = async (plugins: InstalledClient[], language = 'pt') => {
  const modules = new StartModules(
    (id) => plugins.find((one) => one.id === id),
    async () => (id) => id === 'react',
  );
  const name = `${startAddress(plugins)?.slice('/host/start/'.length)}.${language}.js`;
  const file = await modules.file(name);
  const code = file?.plain.toString() ?? '';
  const imported = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Entries };
  return { modules, name, file, entries: imported.default };
};

test('the entries of many plugins lie in one file, each with its texts in one language', async () => {
  const { entries, file } = await open([await installed('tags'), await installed('queues')], 'en');
  expect(Object.keys(entries)).toEqual(['queues', 'tags']);
  const [run, texts] = entries['tags'] ?? [];
  expect(run?.('/plugins/tags/tags1/').default).toEqual({ id: 'tags', at: '/plugins/tags/tags1/' });
  expect(texts).toEqual({ en: { hi: 'hello tags' } });
  expect(brotliDecompressSync(file?.brotli ?? Buffer.alloc(0))).toEqual(file?.plain);
});

test('an entry that throws, or cannot be read, takes no other along', async () => {
  const { entries } = await open([
    await installed('good'),
    await installed('throws', { uses: [], code: `throw new Error('no luck')` }),
    await installed('garbled', '{"uses":[],"co'),
    await installed('wrong', { uses: [], code: 'return {{' }),
  ]);
  expect(Object.keys(entries)).toEqual(['good', 'throws']);
  expect(() => entries['throws']?.[0]('/')).toThrow('no luck');
  expect(entries['good']?.[0]('/').default.id).toBe('good');
});

test('no page waits for a shared module that only one entry wants: that entry is fetched by itself', async () => {
  const { entries } = await open([
    await installed('plain'),
    await installed('heavy', { ...greeting('heavy'), uses: ['@fluentui/react-table'] }),
  ]);
  expect(Object.keys(entries)).toEqual(['plain']);
});

test('a plugin from outside never lies in one file with others', async () => {
  const outside = await installed('outside', greeting('outside'), false);
  const { entries } = await open([await installed('own'), outside]);
  expect(Object.keys(entries)).toEqual(['own']);
  expect(startAddress([outside])).toBeUndefined();
});

test('another build of one of them has another address, and an address of a former build answers nothing', async () => {
  const plugin = await installed('changed');
  const plugins = [plugin];
  const { modules, name } = await open(plugins);
  plugins[0] = { ...plugin, build: { ...plugin.build, hash: 'changed2' } };
  expect(startAddress(plugins)).not.toBe(startAddress([plugin]));
  const fresh = new StartModules(
    (id) => plugins.find((one) => one.id === id),
    async () => () => true,
  );
  expect(await fresh.file(name)).toBeUndefined();
  // A page that was told of it a moment ago still gets it where it lies in memory.
  expect(await modules.file(name)).toBeDefined();
});

test('addresses of plugins that are not there, or of no language, answer nothing', async () => {
  const { modules, name } = await open([await installed('known')]);
  for (const wrong of [name.replace('known', 'unknown'), name.replace('.pt.', '.xx.'), '../host.json', '', 'a/b'])
    expect(await modules.file(wrong)).toBeUndefined();
});
