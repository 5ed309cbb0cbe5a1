import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunRecord } from './run/records.ts';
import { failures, filesToTryAgain, runVitest, unsteadyTests } from './run-vitest.ts';

type State = 'passed' | 'failed';

const ended = (file: string, tests: Record<string, State>): RunRecord => ({
  type: 'ended',
  file,
  state: Object.values(tests).every((state) => state === 'passed') && file !== 'broken.e2e.ts' ? 'passed' : 'failed',
  seconds: 1,
  workerSeconds: 1,
  waited: {},
  tests: Object.entries(tests).map(([name, state]) => ({ name, state })),
});
const started = (file: string): RunRecord => ({ type: 'begun', file, pid: 1, at: 0 });

describe('failures of a run', () => {
  test('failures of a run are tests, files that could not be loaded, and files that did not end', () => {
    const records = [
      started('a.test.ts'),
      ended('a.test.ts', { x: 'failed', y: 'passed' }),
      ended('broken.e2e.ts', {}),
      started('lost.test.ts'),
    ];
    expect(failures(records, 1)).toEqual(['a.test.ts > x', 'broken.e2e.ts', 'lost.test.ts (did not end)']);
  });

  test('a run is a failure itself when no test failed', () => {
    const passed = ended('a.test.ts', { x: 'passed' });
    expect(failures([passed], 0)).toEqual([]);
    expect(failures([passed], 1)).toEqual(['Vitest itself']);
    expect(failures([passed, { type: 'finished', errors: ['thrown late'] }], 1)).toEqual([
      'outside of any test: thrown late',
    ]);
  });
});

describe('second tries of files with a failure', () => {
  test('files with a failure run once more, unless there are many', () => {
    expect(filesToTryAgain([ended('a.test.ts', { x: 'failed' }), ended('b.test.ts', { y: 'passed' })])).toEqual([
      'a.test.ts',
    ]);
    expect(filesToTryAgain([started('lost.test.ts')])).toEqual(['lost.test.ts']);
    expect(filesToTryAgain(Array.from({ length: 7 }, (_, at) => ended(`${at}.test.ts`, { x: 'failed' })))).toEqual([]);
  });

  test('tests that pass in a second try are unsteady, and still failed', () => {
    const first = [ended('a.test.ts', { x: 'failed', z: 'passed', w: 'failed' }), started('lost.test.ts')];
    const second = [ended('a.test.ts', { x: 'passed', z: 'passed', w: 'failed' }), ended('lost.test.ts', {})];
    expect(unsteadyTests(first, second)).toEqual(['a.test.ts > x', 'lost.test.ts (did not end)']);
    expect(failures(first, 1)).toContain('a.test.ts > x');
  });
});

describe('a run of real files', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'run-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a run ends and names the files that crashed or hung, however they hung', async () => {
    const files = {
      'good.test.ts': `test('is good', () => undefined);`,
      'bad.test.ts': `test('is bad', () => { throw new Error('bad'); });`,
      'crash.test.ts': `test('takes its worker along', () => process.kill(process.pid, 'SIGKILL'));`,
      'loop.test.ts': `test('never yields', () => { for (;;); });`,
      'load.test.ts': `await new Promise(() => setInterval(() => undefined, 1000));`,
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(folder, name), `import { test } from 'vitest';\n${text}\n`);
    const at = (name: string): string => JSON.stringify(path.join(import.meta.dirname, 'run', name));
    writeFileSync(
      path.join(folder, 'vitest.config.ts'),
      `import { RecordingReporter } from ${at('reporter.ts')};
       export default {
         root: ${JSON.stringify(root)},
         test: {
           dir: ${JSON.stringify(folder)},
           exclude: [],
           include: ['**/*.test.ts'],
           setupFiles: ${at('each-file.ts')},
           reporters: [new RecordingReporter()],
           isolate: false,
           maxWorkers: 2,
         },
       };`,
    );
    const outcome = await runVitest(root, [], {
      config: path.join(folder, 'vitest.config.ts'),
      records: path.join(folder, 'records.jsonl'),
      secondsPerFile: 5,
      secondsWithoutFile: 60,
    });
    const named = (name: string): string => path.relative(root, path.join(folder, name));
    expect(outcome.passed).toBe(1);
    expect(outcome.failed.toSorted()).toEqual([
      `${named('bad.test.ts')} > is bad`,
      ...['crash', 'load', 'loop'].map((name) => `${named(`${name}.test.ts`)} (did not end)`),
    ]);
    expect(outcome.unsteady).toEqual([]);
  });
});
