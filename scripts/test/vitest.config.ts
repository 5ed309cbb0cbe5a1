import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '../..');
const exclude = ['**/node_modules/**', '**/dist/**', 'data/**', 'sdk/templates/feature/**'];

export default defineConfig({
  root,
  test: {
    globalSetup: path.join(import.meta.dirname, 'global-setup.ts'),
    // One more than there are cores: many of these tests wait, for a clock or for another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        root,
        test: {
          name: 'server',
          // Files of one worker share what they import, which is most of the product; each has a database of its own.
          isolate: false,
          include: ['{kernel,sdk,web-host,plugins,scripts}/**/*.test.{ts,tsx}'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        root,
        test: {
          name: 'browser',
          isolate: false,
          include: ['{kernel,sdk,web-host,plugins,scripts}/**/*.e2e.{ts,tsx}'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is asked of a page is asked until it is so: other work may keep the machine busy.
          expect: { poll: { timeout: 15_000 } },
          // Two browsers at a time, after everything else: they share two cores with the servers they drive.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
