import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Environment variable with the path of the records file, one record per line, for the reporter and every worker. */
export const recordsVariable = 'BALCAO_TEST_RECORDS';

/** A worker started a file. Its end may never be written: the worker may hang or die. */
interface Begun {
  type: 'begun';
  file: string;
  pid: number;
  at: number;
}

export interface TestRecord {
  name: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
}

/** A file that ended, with its timings. */
export interface FileRecord {
  type: 'ended';
  file: string;
  state: string;
  seconds: number;
  /** CPU seconds of the worker process alone: browsers, databases and further nodes are separate processes. */
  workerSeconds: number;
  /** Seconds spent waiting for the parts that a file sets up, by part: the database, the kernel, the browser. */
  waited: Record<string, number>;
  tests: TestRecord[];
}

/** The run as Vitest saw it, with failures outside of tests. */
interface Finished {
  type: 'finished';
  errors: string[];
}

export type RunRecord = Begun | FileRecord | Finished;

export const writeRecord = (record: RunRecord): void => {
  const file = process.env[recordsVariable];
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`);
};

/** Reads the records of a run so far; the last line may be incomplete. */
export const readRecords = (file: string): RunRecord[] => {
  if (!existsSync(file)) return [];
  const complete = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return complete.map((line) => JSON.parse(line) as RunRecord);
};

export const isEnded = (record: RunRecord): record is FileRecord => record.type === 'ended';

/** Returns the files that started without an end, with the worker process of each. */
export const unendedFiles = (records: readonly RunRecord[]): Begun[] => {
  const ended = new Set(records.filter(isEnded).map(({ file }) => file));
  return records.filter((record) => record.type === 'begun').filter(({ file }) => !ended.has(file));
};

const durationsFile = (root: string): string => path.join(root, 'node_modules/.cache/test-durations.json');

/** Returns the seconds of each file in its last run here. */
export const readDurations = (root: string): Map<string, number> => {
  const file = durationsFile(root);
  if (!existsSync(file)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>));
  } catch {
    return new Map();
  }
};

/** Stores the durations of files that passed: a file that failed early would look short to the next run. */
export const storeDurations = (root: string, records: readonly FileRecord[]): void => {
  const durations = readDurations(root);
  for (const { file, state, seconds } of records)
    if (state === 'passed') durations.set(file, Math.round(seconds * 10) / 10);
  const file = durationsFile(root);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries([...durations].toSorted()), undefined, 1)}\n`);
};
