import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What is read of the report that Vitest's `json` reporter writes. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

export interface TestCounts {
  passed: number;
  /** Failed tests, files that could not be loaded, and a run that ended badly by itself. */
  failed: number;
  /** Tests that failed once and passed when their file ran again, alone. */
  unsteady: string[];
  seconds: number;
}

/** A run in which more files than this failed has a cause that a second try would only hide. */
const mostToTryAgain = 6;

/**
 * Runs Vitest with its output in sight, and counts what it reports. Tests share two cores with the browsers and servers
 * they drive, so a file that failed runs once more, alone; what passes then is told as unsteady. Those of delivery have
 * one try: a message that is lost in every hundredth run is lost.
 */
export async function runVitest(root: string, filters: readonly string[]): Promise<TestCounts> {
  const began = performance.now();
  const first = await run(root, filters, []);
  const again = filesToTryAgain(first.report);
  const rest = { passed: first.passed, failed: first.failed, unsteady: [] as string[] };
  if (first.report && again.length > 0) {
    console.log(`\nOnce more, alone: ${again.map((file) => path.relative(root, file)).join(', ')}`);
    const second = await run(root, again, ['--maxWorkers=1']);
    if (second.report) {
      const both = afterSecondTry(first.report, second.report);
      Object.assign(rest, { ...both, failed: Math.max(both.failed, second.failed) });
    }
  }
  return { ...rest, seconds: (performance.now() - began) / 1000 };
}

async function run(root: string, filters: readonly string[], options: readonly string[]) {
  const file = path.join(root, 'node_modules/.cache/vitest-report.json');
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const temporary = temporaryFolder();
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      'scripts/test/vitest.config.ts',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...options,
      ...filters,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: temporary } },
  );
  const [code] = await once(child, 'exit');
  rmSync(temporary, { recursive: true, force: true });
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
  return { report, ...counted(report, code === 0) };
}

const failedTests = (report: Report): string[] =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    // A file that could not be loaded, or whose set-up failed, has no failed test.
    return status === 'failed' && failed.length === 0 ? [name] : failed;
  });

function counted(report: Report | undefined, ended: boolean): { passed: number; failed: number } {
  if (!report) return { passed: 0, failed: ended ? 0 : 1 };
  const failed = failedTests(report).length;
  return { passed: report.numPassedTests, failed: failed === 0 && !ended ? 1 : failed };
}

/** Files with a failure; none when one of them is about delivery, or there are too many. */
export function filesToTryAgain(report: Report | undefined): string[] {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= mostToTryAgain && !failed.some((name) => name.includes('/delivery/')) ? failed : [];
}

/** The counts of both runs as one: a test that failed counts by its second result. */
export function afterSecondTry(first: Report, second: Report): Omit<TestCounts, 'seconds'> {
  const failed = failedTests(second);
  const repeated = new Set(second.testResults.map(({ name }) => name));
  const passedElsewhere = first.testResults
    .filter(({ name }) => !repeated.has(name))
    .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed')).length;
  return {
    passed: passedElsewhere + second.numPassedTests,
    failed: failed.length,
    unsteady: failedTests(first).filter((name) => !failed.includes(name)),
  };
}
