import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Test files that need not run again until one of their sources changes. */
export interface Suite {
  /** Prefix of the paths of its files. */
  files: string;
  /** Files and folders on which they depend. */
  sources: readonly string[];
}

const everySuite = ['package-lock.json', 'scripts/test/run', 'scripts/test/vitest.config.ts', 'sdk/testing'];
const attendance = ['users', 'companies', 'contacts', 'queues', 'connections', 'tickets', 'channel-sandbox'];
const product = ['kernel', 'sdk', ...attendance.map((id) => `plugins/${id}`)];
/** Any plugin's tests may open a browser on the product and use its helpers. */
const everyPlugin = ['kernel', 'sdk', 'web-host', 'embedded-postgres', 'scripts/demo', 'scripts/test'];

/** Suites that are slow by design, and are not tests of a plugin. */
const slowSuites: readonly Suite[] = [
  { files: 'embedded-postgres/', sources: ['embedded-postgres', 'kernel/config'] },
  {
    files: 'kernel/jobs/',
    sources: ['kernel/jobs', 'kernel/database', 'kernel/events', 'kernel/log.ts', 'sdk/server'],
  },
  {
    files: 'sdk/cli/',
    sources: [...product, 'web-host', 'scripts/start.ts', 'scripts/start', 'scripts/server-build'],
  },
  { files: 'scripts/docs/test/walkthrough.test.ts', sources: [...product, 'web-host', 'scripts/docs'] },
  {
    files: 'scripts/test/delivery/',
    sources: [...product, 'plugins/channel-whatsapp', 'plugins/tags', 'scripts/test/delivery', 'scripts/test/servers'],
  },
];

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const pluginIds = (root: string): string[] => {
  try {
    return readdirSync(path.join(root, 'plugins'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

/**
 * Returns for each plugin those on which its tests depend: the plugins that its package requires, those that its test
 * files name, and what these require. Tests that open the whole product depend on all plugins.
 */
const requiredBy = (root: string, files: readonly string[]): Map<string, Set<string>> => {
  const ids = pluginIds(root);
  const isNamed = new Map(ids.map((id) => [id, new RegExp(`['"\`/]${id}['"\`/]`)] as const));
  const namedIn = (text: string): string[] =>
    /\bopenProduct\(/.test(text) ? ids : ids.filter((id) => isNamed.get(id)?.test(text));
  const required = new Map(ids.map((id) => [id, namedIn(textOf(path.join(root, 'plugins', id, 'package.json')))]));
  const isTest = (file: string): boolean => file.includes('/test/') || /\.(test|e2e)\.tsx?$/.test(file);
  return new Map(
    ids.map((id) => {
      const tests = files.filter((file) => file.startsWith(`plugins/${id}/`) && isTest(file));
      const found = new Set([id]);
      const open = [id, ...tests.flatMap((file) => namedIn(textOf(path.join(root, file))))];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        found.add(next);
        open.push(...(required.get(next) ?? []).filter((other) => !found.has(other)));
      }
      return [id, found];
    }),
  );
};

/** Returns the suites of the repository: the slow ones, and the tests of each plugin. `files` are its files. */
export const suitesOf = (root: string, files: readonly string[]): Suite[] => [
  ...slowSuites.map(({ sources, ...suite }) => ({ ...suite, sources: [suite.files, ...sources, ...everySuite] })),
  ...[...requiredBy(root, files)].map(([id, required]) => ({
    files: `plugins/${id}/`,
    sources: [...everyPlugin, ...everySuite, ...[...required].map((other) => `plugins/${other}`)],
  })),
];
