import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartPart } from './start-part.ts';
import { BundleError, buildPlugin, buildScript, bundleFaults, integrityOf, verifyBuild } from './index.ts';

const repository = dirname(dirname(import.meta.dirname));
let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'balcao-build-')));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

async function plugin(id: string, files: Record<string, string>): Promise<string> {
  const root = join(folder, id);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}
const codes = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof BundleError ? error.faults.map(({ code }) => code) : [String(error)];
};
const read = (root: string, name: string) => readFile(join(root, 'dist', name), 'utf8');

test('A build of a plugin has a small entry, lazy chunks, texts by language, and a description that lists every file', async () => {
  const root = await plugin('whole', {
    'client/index.tsx': `
      import { defineClient, appRoute, lazyPart } from '@balcao/sdk/client';
      import pt from '../locales/pt.json' with { type: 'json' };
      export default defineClient({ id: 'whole' } as never, (host) => {
        host.locales({ pt, en: pt, es: pt });
        host.add(appRoute, { id: 'a', path: '/a', component: lazyPart(() => import('./Page.tsx')) });
      });`,
    'client/Page.tsx': `
      import { Button, Dialog } from '@fluentui/react-components';
      import { Mark, SchemaForm } from '@balcao/sdk/ui';
      import { useState } from 'react';
      export default function Page() { const [n] = useState(1); return <Dialog><Button icon={<Mark />}>{n}{String(SchemaForm)}</Button></Dialog>; }`,
    'locales/pt.json': '{ "hello": "Olá, mundo" }',
  });
  const build = await buildPlugin({ root });
  const names = Object.keys(build.files);
  expect(names).toContain('client.js');
  expect(names.some((name) => /^Page\.js$/.test(name))).toBe(true);
  expect(names.some((name) => /^pt\.js$/.test(name))).toBe(true);
  expect(await read(root, 'client.js')).not.toContain('Olá, mundo');
  const page = await read(root, 'Page.js');
  expect(page).toContain('"@balcao/sdk/fluent"');
  expect(page).toContain('"@fluentui/react-dialog"');
  expect(page).not.toContain('@fluentui/react-components');
  expect(page).toContain('"@balcao/sdk/ui/base"');
  expect(page).toContain('"@balcao/sdk/ui/form"');
  expect(page).toContain('"react/jsx-runtime"');
  for (const name of names) {
    expect(build.files[name]?.integrity).toBe(integrityOf(await readFile(join(root, 'dist', name))));
  }
  expect(JSON.parse(await read(root, 'build.json'))).toEqual(build);
});

test('An entry contains only the texts that it names itself, in every language', async () => {
  const root = await plugin('labels', {
    'client/index.tsx': `
      import { defineClient } from '@balcao/sdk/client';
      import { label } from './label.ts';
      export default defineClient({ id: 'labels' } as never, (host) => {
        host.locales({
          pt: () => import('../locales/pt.json'), en: () => import('../locales/en.json'), es: () => import('../locales/es.json'),
        });
        host.add({ id: 'menu' } as never, { id: 'a', label, title: 'count' } as never);
      });`,
    'client/label.ts': `export const label = 'menu.open';`,
    ...Object.fromEntries(
      ['pt', 'en', 'es'].map((language) => [
        `locales/${language}.json`,
        JSON.stringify({ menu: { open: `abrir ${language}`, shut: 'fechar' }, count_one: 'um', count_other: 'vários' }),
      ]),
    ),
  });
  await buildPlugin({ root });
  const [, firstTexts = ''] = /export const firstTexts=(.*);/.exec(await read(root, 'client.js')) ?? [];
  expect(JSON.parse(firstTexts)).toEqual(
    Object.fromEntries(
      ['pt', 'en', 'es'].map((language) => [
        language,
        { menu: { open: `abrir ${language}` }, count_one: 'um', count_other: 'vários' },
      ]),
    ),
  );
});

test('The hash of a build changes with any file, and not without a change', async () => {
  const source = (text: string) => ({
    'client/index.tsx': `export default { manifest: { id: '${text}' }, setup() {} };`,
  });
  const first = await buildPlugin({ root: await plugin('hash', source('a')) });
  const same = await buildPlugin({ root: await plugin('hash', source('a')) });
  const other = await buildPlugin({ root: await plugin('hash', source('b')) });
  expect(same.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
});

test('A CommonJS dependency that requires React uses the page’s React', async () => {
  const root = await plugin('commonjs', {
    'client/index.tsx': `import { useSyncExternalStoreWithSelector as use } from 'use-sync-external-store/with-selector'; export default { manifest: { id: 'x' }, setup() { console.log(use); } };`,
  });
  await buildPlugin({ root });
  const code = await read(root, 'client.js');
  expect(code).toMatch(/from"react"/);
  expect(code).not.toMatch(/require\("react"\)/);
});

test('A bundle that contains server rendering, a socket or a package of the page is rejected with the reason', async () => {
  const root = await plugin('forbidden', {
    'client/index.tsx': `import { renderToString } from 'react-dom/server'; export default { setup() { console.log(renderToString); } };`,
  });
  expect(await codes(buildPlugin({ root }))).toContain('BUNDLE_FORBIDDEN_PACKAGE');
  const socket = await plugin('socket', {
    'client/index.tsx': `import { io } from 'socket.io-client'; export default { setup() { io(); } };`,
  });
  expect(await codes(buildPlugin({ root: socket }))).toContain('BUNDLE_FORBIDDEN_PACKAGE');
});

test('An entry over its budget is rejected, and the former build stays', async () => {
  const root = await plugin('large', { 'client/index.tsx': 'export default { setup() {} };' });
  await buildPlugin({ root });
  const good = await read(root, 'client.js');
  await writeFile(
    join(root, 'client/index.tsx'),
    `export default { setup() { console.log('${'long '.repeat(3000)}'); } };`,
  );
  expect(await codes(buildPlugin({ root }))).toContain('BUNDLE_ENTRY_SIZE');
  expect(await read(root, 'client.js')).toBe(good);
});

test('The next build removes the remains of an interrupted one', async () => {
  const root = await plugin('left', { 'client/index.tsx': 'export default { setup() {} };' });
  const left = join(root, 'dist.99999998');
  const others = join(root, `dist.${process.ppid}`);
  await Promise.all([left, others].map((half) => mkdir(half)));
  await buildPlugin({ root });
  const beside = await readdir(root);
  expect(beside).not.toContain('dist.99999998');
  expect(beside).toContain(`dist.${process.ppid}`);
});

test('Imports that no page provides are detected in the emitted code', async () => {
  const faults = await bundleFaults([
    {
      fileName: 'client.js',
      isEntry: true,
      modules: [],
      code: `import a from "left-pad"; import b from "react"; import "./x.js"; const c = import("lodash"); import d from "react/jsx-dev-runtime"; import(address);`,
    },
  ]);
  expect(faults.map(({ code, message }) => `${code} ${message.split('"')[1]}`)).toEqual([
    'BUNDLE_IMPORT left-pad',
    'BUNDLE_IMPORT lodash',
    'BUNDLE_DEVELOPMENT react/jsx-dev-runtime',
  ]);
});

test('A script for pages of other sites is one self-contained file', async () => {
  const root = await plugin('widget', {
    'client/index.tsx': 'export default { setup() {} };',
    'embed/widget.ts': `import { text } from './widget/text.ts'; document.title = text;`,
    'embed/widget/text.ts': `export const text: string = 'hello';`,
    'public/sound.txt': 'ding',
  });
  const build = await buildPlugin({ root });
  expect(Object.keys(build.files)).toEqual(['client.js', 'public/sound.txt', 'public/widget.js', 'start.part']);
  const code = await read(root, 'public/widget.js');
  expect(code).not.toMatch(/\bimport\b|\bexport\b/);
  expect(code).toContain('hello');
  await buildScript({ entry: join(root, 'embed/widget.ts'), outFile: join(folder, 'alone', 'w.js') });
  expect(await readdir(join(folder, 'alone'))).toEqual(['w.js']);
});

test('The verification detects a build whose files or description were changed', async () => {
  const root = await plugin('changed', { 'client/index.tsx': 'export default { setup() {} };' });
  const dist = join(root, 'dist');
  const build = await buildPlugin({ root });
  expect(await verifyBuild(dist)).toEqual({ build, faults: [] });
  await writeFile(join(dist, 'client.js'), 'export default { setup() { steal() } };');
  const verified = async () => (await verifyBuild(dist)).faults.map(({ code }) => code);
  expect(await verified()).toContain('BUNDLE_HASH');
  const integrity = integrityOf(await readFile(join(dist, 'client.js')));
  await writeFile(
    join(dist, 'build.json'),
    JSON.stringify({ ...build, files: { 'client.js': { integrity, size: 1 } } }),
  );
  expect(await verified()).toContain('BUNDLE_HASH');
  await writeFile(join(dist, 'build.json'), '{ half');
  expect(await verified()).toEqual(['BUNDLE_HASH']);
  expect(await verifyBuild(join(folder, 'nowhere'))).toEqual({ build: undefined, faults: [] });
});

test('Each chunk imports only what it renders itself, with icons one by one', async () => {
  const root = await plugin('direct', {
    'client/index.tsx': `
      import { Button } from '@fluentui/react-components';
      import { Star20Regular } from '@fluentui/react-icons';
      export default { setup() { console.log(Button, Star20Regular, () => import('./Page.tsx')); } };`,
    'client/Page.tsx': `
      import { Table, makeStyles as styles } from '@fluentui/react-components';
      import { Board20Filled, NumberCircle120Regular, bundleIcon } from '@fluentui/react-icons';
      export default [Table, styles, Board20Filled, NumberCircle120Regular, bundleIcon];`,
  });
  await buildPlugin({ root });
  const entry = await read(root, 'client.js');
  const page = await read(root, 'Page.js');
  expect(entry).toContain('"@balcao/sdk/fluent"');
  expect(entry).not.toContain('@fluentui/react-button');
  expect(entry).not.toContain('@fluentui/react-table');
  expect(entry).not.toContain('Board20Filled');
  expect(page).toContain('"@fluentui/react-table"');
  expect(page).toContain('Board20Filled');
});

test('An entry contains no chunk loader, and passes the styles of a lazy chunk to the page’s loader', async () => {
  const root = await plugin('styled', {
    'client/index.tsx': `import { lazyPart } from '@balcao/sdk/client'; export default { setup() { console.log(lazyPart(() => import('./Page.tsx'))); } };`,
    'client/Page.tsx': `import './page.css'; export default function Page() { return null; }`,
    'client/page.css': '.page { color: red }',
  });
  const build = await buildPlugin({ root });
  const entry = await read(root, 'client.js');
  const sheet = Object.keys(build.files).find((name) => name.endsWith('.css')) ?? 'none';
  expect(entry).toContain('__vitePreload');
  expect(entry).toContain(sheet);
  expect(entry.length).toBeLessThan(600);
});

test('The code shared by an entry and its chunks contains nothing of the pages', async () => {
  const long = (name: string) => `export const ${name} = '${name.repeat(2000)}';`;
  const root = await plugin('common', {
    'client/index.tsx': `import { few } from './few.ts'; export default { setup() { console.log(few, () => import('./One.tsx'), () => import('./Two.tsx')); } };`,
    'client/One.tsx': `import { few } from './few.ts'; import { many } from './many.ts'; export default [few, many, 1];`,
    'client/Two.tsx': `import { few } from './few.ts'; import { many } from './many.ts'; export default [few, many, 2];`,
    'client/few.ts': long('few'),
    'client/many.ts': long('many'),
  });
  const build = await buildPlugin({ root });
  const entry = await read(root, 'client.js');
  expect(entry).toContain('fewfew');
  expect(entry).not.toContain('manymany');
  expect(entry).not.toMatch(/from"\.\//);
  // The entry in its two forms, both pages, and the code they share.
  expect(Object.keys(build.files).length).toBe(5);
});

test('An entry contains neither the server’s part of the manifest nor unused references', async () => {
  const root = await plugin('slim', {
    'manifest.ts': `export default { id: 'slim', title: 'manifest.title', settings: { secretWord: { type: 'string' } } };`,
    'contract.ts': `import { event, point } from '@balcao/sdk/contract'; export const used = point<{ id: string }>('slim.used'); export const unused = event<{ id: number }>('slim.unused');`,
    'client/index.tsx': `import manifest from '../manifest.ts'; import { used } from '../contract.ts'; export default { manifest, setup() { return used; } };`,
  });
  await buildPlugin({ root });
  const entry = await read(root, 'client.js');
  expect(entry).toContain('slim.used');
  expect(entry).toContain('manifest.title');
  expect(entry).not.toContain('slim.unused');
  expect(entry).not.toContain('secretWord');
});

test('An entry contains the references of contracts that it names, also those that its parts use later', async () => {
  const root = await plugin('exposing', {
    'contract.ts': `
      import { component, room } from '@balcao/sdk/contract';
      import type { Api } from '@balcao/sdk/client';
      export type Used = Api;
      export const picker = component<{ value: number }>('exposing.picker');
      export const live = room('exposing.live');`,
    'client/index.tsx': `
      import { defineClient, lazyPart } from '@balcao/sdk/client';
      import { picker } from '../contract.ts';
      export default defineClient({ id: 'exposing' } as never, (host) => {
        host.expose(picker, lazyPart(() => import('./Picker.tsx')));
      });`,
    'client/Picker.tsx': `
      import { live, picker, type Used } from '../contract.ts';
      export default function Picker() { return live.id + picker.id + String({} as Used); }`,
  });
  const { files } = await buildPlugin({ root });
  expect(Object.keys(files).filter((name) => name.endsWith('.js'))).toEqual(['Picker.js', 'client.js']);
  const [entry, part] = [await read(root, 'client.js'), await read(root, 'Picker.js')];
  expect([entry.includes('exposing.picker'), entry.includes('exposing.live')]).toEqual([true, false]);
  expect([part.includes('exposing.picker'), part.includes('exposing.live')]).toEqual([true, true]);
});

/** Builds a plugin with a page that imports a counter from the entry. */
const withCounter = async (name: string, counter: string, more: Record<string, string> = {}) => {
  const root = await plugin(name, {
    'client/index.tsx': `
      import { count } from './counter.ts';
      export default { setup() { return [count, () => import('./Page.tsx'), import.meta.url]; } };`,
    'client/counter.ts': counter,
    'client/Page.tsx': `import { count } from './counter.ts'; export default () => count;`,
    ...more,
  });
  return { root, build: await buildPlugin({ root }) };
};

test('An entry has a second form as a function, and its pages import from the running one instead of a second one', async () => {
  const { root } = await withCounter('part', `export const count = { many: 'xyz'.length };`);
  const { code, uses } = JSON.parse(await read(root, 'start.part')) as StartPart;
  expect(uses).toEqual(['@balcao/sdk/client']);
  // oxlint-disable-next-line no-new-func
  const run = new Function('balcao$', 'balcao$at', code) as (shared: object[], at: string) => Record<string, unknown>;
  const exports = run([{ __vitePreload: () => undefined }], 'https://here.example/plugins/part/1/');
  const [count, , address] = (exports['default'] as { setup(): [object, unknown, string] }).setup();
  expect(address).toBe('https://here.example/plugins/part/1/');
  expect(Object.values(exports)).toContain(count);
  expect(code).toContain('import(balcao$at+"Page.js")');
  const page = await read(root, 'Page.js');
  expect(page).toContain('__startExports');
  expect(page).not.toContain('client.js');
});

test('An entry that changes its exports later stays a module, because a copy would not change', async () => {
  const { root, build } = await withCounter(
    'changing',
    `export let count = 0; globalThis.addEventListener('click', () => { count += 1; });`,
  );
  expect(Object.keys(build.files)).not.toContain('start.part');
  expect(await read(root, 'Page.js')).toContain('from"./client.js"');
});

test('An entry contains the module that it imports as start, with the texts that it names', async () => {
  const root = await plugin('start', {
    'client/index.tsx': `
      const start = () => import('./shell/start.ts');
      export default { setup() { return start; } };`,
    'client/shell/start.ts': `export { Badge } from './Badge.tsx';`,
    'client/shell/Badge.tsx': `export const Badge = () => 'badge.waiting';`,
    'locales/pt.json': '{ "badge": { "waiting": "Em espera" }, "rest": "Outros" }',
    'locales/en.json': '{ "badge": { "waiting": "Waiting" }, "rest": "Others" }',
    'locales/es.json': '{ "badge": { "waiting": "En espera" }, "rest": "Otros" }',
  });
  const build = await buildPlugin({ root });
  expect(Object.keys(build.files)).toEqual(['client.js', 'start.part']);
  const { texts } = JSON.parse(await read(root, 'start.part')) as StartPart;
  expect(texts?.['en']).toEqual({ badge: { waiting: 'Waiting' } });
});
