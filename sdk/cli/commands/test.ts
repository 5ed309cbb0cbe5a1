import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { command } from '../command.ts';
import { openPlugin } from '../open-plugin.ts';

export const test = command({
  usage: '[filter]',
  about: `Runs the plugin's own test files (*.test.ts, *.test.tsx), and the generic suite: toggles, permissions, isolation of
companies, migrations, texts, fuzzed input. Real kernel, real PostgreSQL, started for the run, or the running one at
TEST_DATABASE_URL. A filter selects the files whose path contains it; "generic" selects the generic suite.`,
  options: {
    'own-only': { type: 'boolean', help: 'leave the generic suite out' },
    watch: { type: 'boolean', help: 'run again on every change' },
  },
  words: 1,
  async run([filter], { 'own-only': ownOnly, watch }, work) {
    const { root } = await openPlugin(work);
    const child = spawn(
      process.execPath,
      [
        join(work.checkout, 'node_modules', 'vitest', 'vitest.mjs'),
        watch ? 'watch' : 'run',
        '--config',
        join(import.meta.dirname, '..', 'suite', 'vitest.config.ts'),
        ...(filter === undefined ? [] : [filter]),
      ],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...work.env, BALCAO_PLUGIN: root, BALCAO_OWN_TESTS_ONLY: ownOnly ? '1' : '' },
      },
    );
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  },
});
