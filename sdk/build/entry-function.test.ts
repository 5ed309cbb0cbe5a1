import { expect, test } from 'vitest';
import { entryFunction, importsEntry } from './entry-function.ts';

type Run = (shared: readonly object[], at: string) => Promise<Record<string, unknown>>;
const react = { useState: () => 'state', default: { name: 'React' } };

/** Returns the exports of a module that runs as a function. */
const run = async (module: string, modules: Readonly<Record<string, object>> = { react }) => {
  const part = await entryFunction(module, 'client.js');
  if (!part) return undefined;
  const source = `export default async (balcao$, balcao$at) => {${part.code}\n}`;
  const { default: body } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: Run };
  return body(
    part.uses.map((id) => modules[id] ?? {}),
    'https://desk.example/plugins/acme/0/',
  );
};

test('A function returns the same exports as the entry, in whatever form they are written', async () => {
  const forms: Record<string, unknown> = {
    'const a = 1; export { a as default };': 1,
    'export default 2': 2,
    'const early = named(7); export default function named(n) { return n }': 'function',
    'export default class Named {}': 'function',
    'export default class { }': 'function',
    'export default async function () {}': 'function',
    'export default function* () {}': 'function',
    'export const b = 3; export { b as default }; export function help() {}': 3,
    'var x = 4; export default x; x = 5;': 4,
    'export default await Promise.resolve(6);': 6,
  };
  for (const [module, expected] of Object.entries(forms)) {
    const { default: value } = (await run(module)) ?? {};
    expect(typeof expected === 'string' ? typeof value : value, module).toBe(expected);
  }
});

test('The imports of an entry exist before its first line, in whatever form they are written', async () => {
  const module = `export default [use(), React.name, all.useState(), fallback.name];
import React, { useState as use } from 'react';
import * as all from "react";
import { default as fallback } from 'react';
import 'react';`;
  expect((await run(module))?.['default']).toEqual(['state', 'React', 'state', 'React']);
});

test('A function resolves its own address and its later files like the entry', async () => {
  const module = `const load = () => import('./page.js');
export default { own: import.meta.url, style: new URL('./a.css', import.meta.url).href, load: String(load) };`;
  expect((await run(module))?.['default']).toEqual({
    own: 'https://desk.example/plugins/acme/0/client.js',
    style: 'https://desk.example/plugins/acme/0/a.css',
    load: `() => import(balcao$at+"page.js")`,
  });
});

test('An entry that a function cannot replace stays a module', async () => {
  const modules = [
    `import './side.js'; export default 1`,
    `import value from './value.json' with { type: 'json' }; export default value`,
    `export * from 'react'; export default 1`,
    `export { useState } from 'react'; export default 1`,
    `export default (name) => import(name)`,
    `export default () => import('./client.js')`,
    `export default () => import('../other/client.js')`,
    `export default import.meta`,
    `export default import.meta.resolve('react')`,
    `export default {{`,
    `}; globalThis.out = 1; ({ a() {`,
    `export const { a } = { a: 1 }; export default a`,
  ];
  for (const module of modules) expect(await entryFunction(module, 'client.js'), module).toBeUndefined();
});

test('A later file that imports the entry is distinguished from one that does not', async () => {
  await entryFunction('', 'client.js');
  expect(importsEntry(`import { a } from './client.js'`, 'client.js')).toBe(true);
  expect(importsEntry(`export const load = () => import("../client.js#1")`, 'client.js')).toBe(true);
  expect(importsEntry(`import { a } from './my-client.js'; import b from '@balcao/sdk/client'`, 'client.js')).toBe(
    false,
  );
});
