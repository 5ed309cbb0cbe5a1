import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FileRecord } from './records.ts';
import { unchangedSuites } from './unchanged.ts';

const root = mkdtempSync(path.join(tmpdir(), 'balcao-unchanged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const suite = 'embedded-postgres/';
const ran: FileRecord = {
  type: 'ended',
  file: `${suite}embedded-postgres.test.ts`,
  state: 'passed',
  seconds: 1,
  workerSeconds: 1,
  waited: {},
  tests: [],
};

const ranIn = (plugin: string): FileRecord => ({ ...ran, file: `plugins/${plugin}/test/${plugin}.test.ts` });

test('a slow suite is skipped once it passed, until a source of it changes', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('embedded-postgres/index.ts', 'one');
  write('plugins/tags/manifest.ts', 'one');
  const leftOut = (): readonly string[] => unchangedSuites(root).suites;
  expect(leftOut()).toEqual([]);

  unchangedSuites(root).recordPassed([ran], [`${ran.file} > starts`]);
  expect(leftOut()).toEqual([]);
  unchangedSuites(root).recordPassed([ran], []);
  expect(leftOut()).toEqual([suite]);

  write('plugins/tags/manifest.ts', 'two');
  expect(leftOut()).toEqual([suite]);
  write('embedded-postgres/index.ts', 'two');
  expect(leftOut()).toEqual([]);
});

test('the tests of a plugin are skipped until it changes, or a plugin that it requires or that its tests name', () => {
  const plugins = ['boards', 'cards', 'people', 'phones'];
  for (const id of plugins) {
    write(`plugins/${id}/package.json`, '{}');
    write(`plugins/${id}/test/${id}.test.ts`, '');
  }
  write('plugins/boards/package.json', '{ "dependencies": { "@balcao/cards": "0.1.0" } }');
  write('plugins/cards/package.json', '{ "dependencies": { "@balcao/people": "0.1.0" } }');
  write('plugins/cards/test/cards.test.ts', "startTestHost({ plugins: ['cards', 'phones'] })");
  const pass = (): void => unchangedSuites(root).recordPassed(plugins.map(ranIn), []);
  const run = (): string[] => {
    const { suites } = unchangedSuites(root);
    return plugins.filter((id) => !suites.includes(`plugins/${id}/`));
  };
  expect(run()).toEqual(plugins);
  pass();
  expect(run()).toEqual([]);

  write('plugins/people/server/index.ts', 'changed');
  expect(run()).toEqual(['boards', 'cards', 'people']);
  pass();
  write('plugins/phones/server/index.ts', 'changed');
  expect(run()).toEqual(['cards', 'phones']);
  pass();
  write('kernel/index.ts', 'changed');
  expect(run()).toEqual(plugins);
  write('plugins/people/test/people.e2e.ts', 'openProduct(databaseUrl)');
  pass();
  write('plugins/boards/server/index.ts', 'changed');
  expect(run()).toEqual(['boards', 'people']);
});
