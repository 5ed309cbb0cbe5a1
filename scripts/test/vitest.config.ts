import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './run/longest-first.ts';
import { patienceMs } from './patience.ts';
import { RecordingReporter } from './run/reporter.ts';

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  root,
  test: {
    globalSetup: path.join(import.meta.dirname, 'global-setup.ts'),
    setupFiles: [path.join(import.meta.dirname, 'run/each-file.ts'), path.join(import.meta.dirname, 'run/patience.ts')],
    include: ['{embedded-postgres,kernel,sdk,web-host,plugins,scripts}/**/*.{test,e2e}.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**', 'sdk/templates/feature/**'],
    // Files of one worker share their imports, which is most of the product; each has a database of its own.
    isolate: false,
    // Their servers, databases and browsers use the time in which these wait: with a further worker the same files took
    // a tenth longer.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new RecordingReporter()],
    // Generous, because tests poll pages and servers: other work may keep the machine busy.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // Twice Vitest's own interval: the questions slow down what they wait for.
    expect: { poll: { timeout: patienceMs, interval: 100 } },
  },
});
