import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What is read of the report that Vitest's `json` reporter writes. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export interface TestCounts {
  passed: number;
  /** Failed tests, files that could not be loaded, and a run that ended badly by itself. */
  failed: number;
  seconds: number;
}

/** Runs Vitest with its output in sight, and counts what it reports. */
export async function runVitest(root: string, filters: readonly string[]): Promise<TestCounts> {
  const began = performance.now();
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
      ...filters,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: temporary } },
  );
  const [code] = await once(child, 'exit');
  rmSync(temporary, { recursive: true, force: true });
  return { ...counted(file, code === 0), seconds: (performance.now() - began) / 1000 };
}

function counted(file: string, ended: boolean): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: ended ? 0 : 1 };
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  const unloadable = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloadable;
  return { passed: report.numPassedTests, failed: failed === 0 && !ended ? 1 : failed };
}
