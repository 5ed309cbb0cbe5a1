import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { killTree } from './run/descendants.ts';
import { isEnded, storeDurations, readRecords, recordsVariable, unendedFiles } from './run/records.ts';
import type { FileRecord, RunRecord } from './run/records.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestOutcome {
  passed: number;
  /** Failed tests, files that could not be loaded or did not end, and a run that failed by itself. */
  failed: string[];
  /** Failed tests that passed when their file ran again, alone. */
  unsteady: string[];
  files: FileRecord[];
  seconds: number;
}

export interface RunOptions {
  config?: string;
  /** Folder of records and temporary files of the run. */
  records?: string;
  /** Far more seconds than the longest file takes: a file still running then counts as hung. */
  secondsPerFile?: number;
  /** Seconds during which no file may run: for starting and stopping the database and Vitest. */
  secondsWithoutFile?: number;
}

/** When more files than this failed, the cause is general and a second try would not reveal more. */
const maxToTryAgain = 6;

/**
 * Runs Vitest with visible output, and evaluates its records. A failed test has failed whatever comes after: its file
 * runs once more, alone, only to tell broken tests from unsteady ones.
 */
export async function runVitest(
  root: string,
  filters: readonly string[],
  options: RunOptions = {},
): Promise<TestOutcome> {
  const began = performance.now();
  const first = await run(root, filters, options);
  const files = first.records.filter(isEnded);
  if (!options.config) storeDurations(root, files);
  const again = filesToTryAgain(first.records);
  let unsteady: string[] = [];
  if (again.length > 0) {
    console.log(`\nRunning again, alone, to find unsteady tests: ${again.join(', ')}`);
    const second = await run(root, ['--maxWorkers=1', ...again], options);
    unsteady = unsteadyTests(first.records, second.records);
  }
  return {
    passed: files.flatMap(({ tests }) => tests.filter(({ state }) => state === 'passed')).length,
    failed: failures(first.records, first.code),
    unsteady,
    files,
    seconds: (performance.now() - began) / 1000,
  };
}

async function run(root: string, filters: readonly string[], options: RunOptions) {
  const {
    config = 'scripts/test/vitest.config.ts',
    records = path.join(root, 'node_modules/.cache/test-records.jsonl'),
    secondsPerFile = 600,
    secondsWithoutFile = 180,
  } = options;
  mkdirSync(path.dirname(records), { recursive: true });
  rmSync(records, { force: true });
  const temporary = temporaryFolder();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--passWithNoTests', ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporary, [recordsVariable]: records },
  });
  const watch = endingWhatHangs(records, child.pid ?? 0, { secondsPerFile, secondsWithoutFile });
  const [code] = (await once(child, 'exit')) as [number | null];
  watch.stop();
  rmSync(temporary, { recursive: true, force: true });
  return { records: readRecords(records), code };
}

/**
 * Kills hanging workers. Timeouts of tests and hooks cover neither top-level awaits of a file nor a loop that never
 * yields.
 */
function endingWhatHangs(
  records: string,
  vitest: number,
  { secondsPerFile, secondsWithoutFile }: Required<Pick<RunOptions, 'secondsPerFile' | 'secondsWithoutFile'>>,
): { stop(): void } {
  const killed = new Set<string>();
  let quietSince = Date.now();
  const check = (): void => {
    const running = unendedFiles(readRecords(records)).filter(({ pid, file }) => !killed.has(file) && isAlive(pid));
    if (running.length > 0) quietSince = Date.now();
    for (const { file, pid, at } of running) {
      if (Date.now() - at < secondsPerFile * 1000) continue;
      killed.add(file);
      console.error(`\n✗ ${file} did not end within ${secondsPerFile} seconds: killing its worker`);
      killTree(pid);
    }
    if (Date.now() - quietSince < secondsWithoutFile * 1000) return;
    console.error(`\n✗ Vitest ran no file for ${secondsWithoutFile} seconds: killing it`);
    killTree(vitest);
  };
  const timer = setInterval(check, Math.min(5_000, secondsPerFile * 250));
  return { stop: () => clearInterval(timer) };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const failedTests = ({ file, state, tests }: FileRecord): string[] => {
  const failed = tests.filter((test) => test.state === 'failed').map(({ name }) => `${file} > ${name}`);
  // A file that could not be loaded, or whose set-up failed, has no failed test.
  return failed.length === 0 && state === 'failed' ? [file] : failed;
};

/** Returns the failures of a run by name: tests, files, and the run itself. */
export function failures(records: readonly RunRecord[], code: number | null): string[] {
  const named = [
    ...records.filter(isEnded).flatMap(failedTests),
    ...unendedFiles(records).map(({ file }) => `${file} (did not end)`),
  ];
  const errors = records.flatMap((record) => (record.type === 'finished' ? record.errors : []));
  if (named.length > 0 || code === 0) return named;
  return errors.length > 0 ? errors.map((error) => `outside of any test: ${error}`) : ['Vitest itself'];
}

/** Returns the files with a failure; none when there are too many. */
export function filesToTryAgain(records: readonly RunRecord[]): string[] {
  const failed = records.filter(isEnded).filter(({ state }) => state === 'failed');
  const files = [...failed, ...unendedFiles(records)].map(({ file }) => file);
  return files.length <= maxToTryAgain ? files : [];
}

/** Returns the failures of the first run that did not recur in the second try of their file. */
export function unsteadyTests(first: readonly RunRecord[], second: readonly RunRecord[]): string[] {
  const repeated = second.filter(isEnded);
  const failedAgain = new Set(repeated.flatMap(failedTests));
  const files = new Set(repeated.map(({ file }) => file));
  const lost = unendedFiles(first).map(({ file }) => ({ file, name: `${file} (did not end)` }));
  const named = first
    .filter(isEnded)
    .flatMap((record) => failedTests(record).map((name) => ({ file: record.file, name })));
  return [...named, ...lost]
    .filter(({ file, name }) => files.has(file) && !failedAgain.has(name) && !failedAgain.has(file))
    .map(({ name }) => name);
}
