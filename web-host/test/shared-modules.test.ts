import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fluentPackages, sharedIds } from '@balcao/sdk/build';
import { fluentCore, mismatches, sharedFiles } from '../shared-modules.ts';

const require = createRequire(import.meta.url);
const folder = require
  .resolve('@fluentui/react-components/package.json')
  .replace(/@fluentui\/react-components\/package\.json$/, '');
const dependenciesOf = (id: string): string[] =>
  Object.keys(
    (JSON.parse(readFileSync(`${folder}${id}/package.json`, 'utf8')) as { dependencies?: object }).dependencies ?? {},
  );

test('every package under the barrel of Fluent is shared, so a date picker or chart brings no second base', () => {
  const found = new Set<string>();
  const walk = (id: string): void => {
    for (const next of dependenciesOf(id)) {
      if (!/^@fluentui\/|^tabster$|^keyborg$/.test(next) || next === '@fluentui/react-icons' || found.has(next))
        continue;
      found.add(next);
      walk(next);
    }
  };
  walk('@fluentui/react-components');
  expect([...found].sort()).toEqual([...fluentPackages].sort());
});

test('each shared id is in exactly one file', () => {
  const files = sharedFiles();
  expect(mismatches(files)).toEqual([]);
  const ids = files.flatMap((file) => file.ids);
  expect(ids.length).toBe(new Set(ids).size);
  expect(ids.length).toBe(sharedIds.length);
});

test('the Fluent core contains all packages that it depends on', () => {
  const missing = fluentCore.flatMap((id) =>
    dependenciesOf(id).filter((next) => fluentPackages.includes(next) && !fluentCore.includes(next)),
  );
  expect([...new Set(missing)]).toEqual(['@fluentui/keyboard-keys']);
});

test('no two packages of the Fluent core export different things under one name', () => {
  const lost = fluentCore.flatMap((id) => {
    const values = require(id) as Record<string, unknown>;
    return Object.keys(values).filter((name) =>
      fluentCore.some((other) => {
        const others = require(other) as Record<string, unknown>;
        return name !== 'default' && name in others && others[name] !== values[name];
      }),
    );
  });
  expect(lost).toEqual([]);
});
