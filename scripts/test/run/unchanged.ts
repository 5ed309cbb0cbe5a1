import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileRecord } from './records.ts';
import { suitesOf, type Suite } from './suites.ts';

type PassedStates = Record<string, string>;

const passedFile = (root: string): string => path.join(root, 'node_modules/.cache/test-passed.json');

const readPassed = (root: string): PassedStates => {
  try {
    return JSON.parse(readFileSync(passedFile(root), 'utf8')) as PassedStates;
  } catch {
    return {};
  }
};

/** Returns a hash of each file, committed or not; undefined outside of a repository. */
const hashesOf = (root: string): Map<string, string> | undefined => {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const files = list.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
    return new Map(
      files.toSorted().map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(path.join(root, file)))
          .digest('hex'),
      ]),
    );
  } catch {
    return undefined;
  }
};

/** Returns one hash of all sources of a suite. */
const stateOf = ({ sources }: Suite, hashes: ReadonlyMap<string, string>): string => {
  const hash = createHash('sha256').update(process.version);
  const isSource = (file: string): boolean =>
    sources.some((source) => file === source || file.startsWith(source.endsWith('/') ? source : `${source}/`));
  for (const [file, content] of hashes) if (isSource(file)) hash.update(`${file}\0${content}\0`);
  return hash.digest('hex');
};

export interface Unchanged {
  /** Prefixes of the paths of files that need not run. */
  suites: readonly string[];
  /** Records the suites whose files all passed. */
  recordPassed(files: readonly FileRecord[], failed: readonly string[]): void;
}

/** Returns the suites that passed here and whose sources have not changed since. */
export const unchangedSuites = (root: string): Unchanged => {
  const hashes = hashesOf(root);
  const states = new Map(
    hashes ? suitesOf(root, [...hashes.keys()]).map((suite) => [suite.files, stateOf(suite, hashes)]) : [],
  );
  const passed = readPassed(root);
  const suites = [...states].filter(([files, state]) => passed[files] === state);
  return {
    suites: suites.map(([files]) => files),
    recordPassed(files, failed) {
      for (const [suite, state] of states) {
        const isTried = files.some(({ file }) => file.startsWith(suite));
        if (isTried && !failed.some((name) => name.startsWith(suite))) passed[suite] = state;
      }
      mkdirSync(path.dirname(passedFile(root)), { recursive: true });
      writeFileSync(passedFile(root), JSON.stringify(passed, undefined, 1));
    },
  };
};
