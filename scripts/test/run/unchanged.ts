import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileRecord } from './records.ts';

/** Test files that are slow by design, and their sources. */
interface SlowSuite {
  /** Prefix of the paths of its files. */
  files: string;
  sources: readonly string[];
}

const everySuite = ['package-lock.json', 'scripts/test/run', 'scripts/test/vitest.config.ts', 'sdk/testing'];
const attendance = ['users', 'companies', 'contacts', 'queues', 'connections', 'tickets', 'channel-sandbox'];
const product = ['kernel', 'sdk', ...attendance.map((id) => `plugins/${id}`)];

const slowSuites: readonly SlowSuite[] = [
  { files: 'embedded-postgres/', sources: ['embedded-postgres', 'kernel/config'] },
  {
    files: 'kernel/jobs/',
    sources: ['kernel/jobs', 'kernel/database', 'kernel/events', 'kernel/log.ts', 'sdk/server'],
  },
  { files: 'sdk/cli/', sources: [...product, 'web-host', 'scripts/start.ts', 'scripts/start'] },
  { files: 'scripts/docs/test/walkthrough.test.ts', sources: [...product, 'web-host', 'scripts/docs'] },
  {
    files: 'scripts/test/delivery/',
    sources: [...product, 'plugins/channel-whatsapp', 'plugins/tags', 'scripts/test/delivery', 'scripts/test/servers'],
  },
  { files: 'plugins/channel-whatsapp/test/', sources: [...product, 'plugins/channel-whatsapp', 'scripts/test'] },
];

type PassedStates = Record<string, string>;

const passedFile = (root: string): string => path.join(root, 'node_modules/.cache/test-passed.json');

const readPassed = (root: string): PassedStates => {
  try {
    return JSON.parse(readFileSync(passedFile(root), 'utf8')) as PassedStates;
  } catch {
    return {};
  }
};

/** Returns one hash of all sources of a suite, committed or not; undefined outside of a repository. */
function stateOf(root: string, { files, sources }: SlowSuite): string | undefined {
  const hash = createHash('sha256').update(process.version);
  try {
    const prefixes = [files, ...sources, ...everySuite];
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', ...prefixes], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const file of list.split('\0').toSorted()) {
      const at = path.join(root, file);
      if (file !== '' && existsSync(at)) hash.update(`${file}\0`).update(readFileSync(at));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

export interface Unchanged {
  /** Prefixes of the paths of files that need not run. */
  suites: readonly string[];
  /** Records the suites whose files all passed. */
  recordPassed(files: readonly FileRecord[], failed: readonly string[]): void;
}

/** Returns the suites that passed here and whose sources have not changed since. */
export const unchangedSuites = (root: string): Unchanged => {
  const states = new Map(slowSuites.map((suite) => [suite.files, stateOf(root, suite)]));
  const passed = readPassed(root);
  const suites = [...states].filter(([files, state]) => state !== undefined && passed[files] === state);
  return {
    suites: suites.map(([files]) => files),
    recordPassed(files, failed) {
      for (const [suite, state] of states) {
        const isTried = files.some(({ file }) => file.startsWith(suite));
        if (isTried && state !== undefined && !failed.some((name) => name.startsWith(suite))) passed[suite] = state;
      }
      mkdirSync(path.dirname(passedFile(root)), { recursive: true });
      writeFileSync(passedFile(root), JSON.stringify(passed, undefined, 1));
    },
  };
};
