import { availableParallelism } from 'node:os';
import path from 'node:path';
import { printTimes, machineBusy } from './test/run/times.ts';
import { targetOf, typesOf } from './test/run/targets.ts';
import { unchangedSuites } from './test/run/unchanged.ts';
import { runVitest } from './test/run-vitest.ts';
import { runSteps } from './test/steps.ts';
import type { Step } from './test/steps.ts';

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const targets = words.filter((word) => word !== '--all').map((word) => targetOf(root, word));
/** Suites run again when their sources changed, and with --all, as in continuous integration. */
const isAll = targets.length > 0 || words.includes('--all') || Boolean(process.env.CI);
const unchanged = unchangedSuites(root);
const leftOut = isAll ? [] : unchanged.suites;

const build: Step = { name: 'built code', program: 'node', args: ['scripts/build.ts'] };
// Each further checker checks the declarations of the libraries again.
const types = ['--noEmit', '--checkers', '1', '-p'];
const lint = ['--deny-warnings', '--threads=1'];
const format = ['--check', '--log-level=warn', '--cache'];

const everything: Step[] = [
  build,
  { name: 'types', program: 'tsc', args: [...types, 'tsconfig.json'] },
  { name: 'lint', program: 'oxlint', args: lint },
  { name: 'format', program: 'prettier', args: [...format, '.'] },
  { name: 'import rules', program: 'node', args: ['scripts/test/rules.ts', 'imports'] },
  { name: 'sizes of files', program: 'node', args: ['scripts/test/rules.ts', 'sizes'] },
  { name: 'words of the kernel', program: 'node', args: ['scripts/test/rules.ts', 'words'] },
  { name: 'texts of error codes', program: 'node', args: ['scripts/test/rules.ts', 'texts'] },
  { name: 'names of progress', program: 'node', args: ['scripts/test/rules.ts', 'progress'] },
  {
    name: 'dead code',
    program: 'knip',
    args: ['--config', 'scripts/test/knip.json', '--no-progress', '--no-config-hints'],
  },
];

/** Returns the checks of the given places. */
const checksOf = (paths: readonly string[]): Step[] =>
  paths.length === 0
    ? [build]
    : [
        build,
        { name: 'types', program: 'tsc', args: [...types, typesOf(root, paths)] },
        { name: 'lint', program: 'oxlint', args: [...lint, ...paths] },
        { name: 'format', program: 'prettier', args: [...format, ...paths] },
      ];

const paths = targets.flatMap(({ path: place }) => place ?? []);
const steps = targets.length === 0 ? everything : checksOf(paths);
const results = await runSteps(root, steps, Math.min(2, availableParallelism()));
const tests = await runVitest(root, [
  ...targets.map(({ filter }) => filter),
  ...leftOut.map((suite) => `--exclude=${suite.endsWith('/') ? `${suite}**` : suite}`),
]);
if (targets.length === 0) unchanged.recordPassed(tests.files, tests.failed);

const failed = [...results.filter((result) => !result.passed).map(({ name }) => name), ...tests.failed];
if (tests.files.length === 0) failed.push('no test file was run');
// A delivery that fails in every hundredth run loses messages, so delivery tests get no second try.
const isForgiven = (name: string): boolean =>
  tests.unsteady.includes(name) && !name.startsWith('scripts/test/delivery/');
const broken = failed.filter((name) => !isForgiven(name));
const passed = results.filter((result) => result.passed).length + tests.passed;

printTimes(tests.files);
console.log(`\n${'check'.padEnd(24)}seconds`);
for (const result of results) {
  console.log(`${result.passed ? '✓' : '✗'} ${result.name.padEnd(22)}${result.seconds.toFixed(1)}`);
}
console.log(`${tests.failed.length === 0 ? '✓' : '✗'} ${'tests'.padEnd(22)}${tests.seconds.toFixed(1)}`);
console.log(machineBusy());
if (leftOut.length > 0) console.log(`- unchanged since they passed (--all runs them): ${leftOut.join(', ')}`);
for (const name of failed)
  console.log(isForgiven(name) ? `! unsteady, it passed when its file ran alone: ${name}` : `✗ failed: ${name}`);
console.log(`\n${passed + failed.length - broken.length} passed, ${broken.length} failed`);
process.exitCode = broken.length > 0 ? 1 : 0;
