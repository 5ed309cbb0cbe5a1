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
