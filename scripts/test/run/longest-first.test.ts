import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestSpecification, Vitest } from 'vitest/node';
import { afterAll, expect, test } from 'vitest';
import { LongestFirst } from './longest-first.ts';
import { storeDurations } from './records.ts';

const root = mkdtempSync(path.join(tmpdir(), 'balcao-longest-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('long files run first, browser files are spread among the others, and jsdom files run last', () => {
  const files = {
    'a.test.ts': 30,
    'b.test.ts': 20,
    'c.test.ts': 10,
    'd.e2e.ts': 40,
    'e.e2e.ts': 20,
    'page.test.tsx': 99,
  };
  for (const file of Object.keys(files))
    writeFileSync(path.join(root, file), file.startsWith('page') ? '// @vitest-environment jsdom\n' : '');
  mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true });
  storeDurations(
    root,
    Object.entries(files).map(([file, seconds]) => ({
      type: 'ended',
      file,
      seconds,
      state: 'passed',
      workerSeconds: 0,
      waited: {},
      tests: [],
    })),
  );
  const sequencer = new LongestFirst({ config: { root } } as Vitest);
  const specifications = Object.keys(files).map((file) => ({ moduleId: path.join(root, file) }) as TestSpecification);
  expect(sequencer.sort(specifications).map(({ moduleId }) => path.basename(moduleId))).toEqual([
    'd.e2e.ts',
    'a.test.ts',
    'b.test.ts',
    'e.e2e.ts',
    'c.test.ts',
    'page.test.tsx',
  ]);
});
