import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';
import { readDurations } from './records.ts';

/** Durations, in seconds, of files that take much longer than their size suggests: for the first run in a checkout. */
const known: Record<string, number> = {
  'sdk/cli/test/build-and-check.test.ts': 150,
  'scripts/test/conformance/plugins-1.test.ts': 120,
  'scripts/test/conformance/plugins-2.test.ts': 120,
  'scripts/test/conformance/plugins-3.test.ts': 120,
  'scripts/docs/test/walkthrough.test.ts': 120,
  'scripts/docs/test/docs.test.ts': 120,
  'sdk/cli/test/create-to-install.test.ts': 120,
  'scripts/test/conformance/pages.e2e.ts': 90,
  'embedded-postgres/embedded-postgres.test.ts': 60,
  'plugins/channel-whatsapp/test/broken-sockets.test.ts': 60,
  'plugins/tickets/test/rules/automation.test.ts': 60,
};

interface Planned {
  specification: TestSpecification;
  seconds: number;
  isBrowser: boolean;
  hasPage: boolean;
}

/**
 * Sorts test files. Long files run first, so that none is left when the other workers are idle. Browser files are
 * spread evenly among the others: they wait more than they compute, and use the idle time of the processor. jsdom files
 * run last, together: a worker cannot change its environment.
 */
export class LongestFirst implements TestSequencer {
  readonly #root: string;

  constructor({ config }: Vitest) {
    this.#root = config.root;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const durations = readDurations(this.#root);
    const planned = files.map((specification): Planned => {
      const file = path.relative(this.#root, specification.moduleId);
      const text = readFileSync(specification.moduleId, 'utf8');
      const isBrowser = /\.e2e\.tsx?$/.test(file);
      const guess = known[file] ?? (isBrowser ? 10 + text.length / 400 : 0.5 + text.length / 2000);
      return {
        specification,
        seconds: durations.get(file) ?? guess,
        isBrowser,
        hasPage: text.startsWith('// @vitest-environment'),
      };
    });
    const longestFirst = planned.toSorted((one, other) => other.seconds - one.seconds);
    const rest = longestFirst.filter(({ hasPage }) => !hasPage);
    return [
      ...spread(
        rest.filter(({ isBrowser }) => isBrowser),
        rest.filter(({ isBrowser }) => !isBrowser),
      ),
      ...longestFirst.filter(({ hasPage }) => hasPage),
    ].map(({ specification }) => specification);
  }
}

const sum = (files: readonly Planned[]): number => files.reduce((total, { seconds }) => total + seconds, 0);

/** Merges two lists, each in order, so that at any point about the same share of each one's time has passed. */
function spread(one: readonly Planned[], other: readonly Planned[]): Planned[] {
  const lists = [one, other].map((files) => ({ left: [...files], total: sum(files), gone: 0 }));
  const merged: Planned[] = [];
  for (;;) {
    const open = lists.filter(({ left }) => left.length > 0);
    const next = open.toSorted((a, b) => a.gone / a.total - b.gone / b.total)[0];
    const file = next?.left.shift();
    if (!next || !file) return merged;
    next.gone += file.seconds;
    merged.push(file);
  }
}
