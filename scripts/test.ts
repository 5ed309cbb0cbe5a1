import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runVitest } from './test/run-vitest.ts';
import { runSteps } from './test/steps.ts';
import type { Step } from './test/steps.ts';

const root = path.resolve(import.meta.dirname, '..');
const filters = process.argv.slice(2);

const checks: Step[] = [
  { name: 'browser code', program: 'node', args: ['scripts/build.ts'] },
  { name: 'types', program: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'lint', program: 'oxlint', args: ['--deny-warnings', '--threads=1'] },
  {
    name: 'format',
    program: 'prettier',
    args: ['--check', '--log-level=warn', '--cache', '.'],
  },
  { name: 'import rules', program: 'node', args: ['scripts/test/rules.ts', 'imports'] },
  { name: 'words of the kernel', program: 'node', args: ['scripts/test/rules.ts', 'words'] },
  { name: 'texts of error codes', program: 'node', args: ['scripts/test/rules.ts', 'texts'] },
  { name: 'names of progress', program: 'node', args: ['scripts/test/rules.ts', 'progress'] },
  {
    name: 'dead code',
    program: 'knip',
    args: ['--config', 'scripts/test/knip.json', '--no-progress', '--no-config-hints'],
  },
];

const wanted = filters.length === 0 ? checks : checks.slice(0, 1);
const results = await runSteps(root, wanted, Math.min(2, availableParallelism()));
const tests = await runVitest(root, filters);

const failed = results.filter((result) => !result.passed);
console.log(`\n${'check'.padEnd(24)}seconds`);
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(22)}${seconds.toFixed(1)}`);
}
console.log(`${tests.failed === 0 ? '✓' : '✗'} ${'tests'.padEnd(22)}${tests.seconds.toFixed(1)}`);
for (const name of tests.unsteady) console.log(`! unsteady, passed at the second try: ${name}`);
console.log(`\n${results.length - failed.length + tests.passed} passed, ${failed.length + tests.failed} failed`);
process.exitCode = failed.length + tests.failed > 0 ? 1 : 0;
