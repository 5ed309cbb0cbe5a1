import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

export const checkout = dirname(dirname(dirname(import.meta.dirname)));
const program = join(import.meta.dirname, '..', 'balcao.mjs');

export interface CommandOutput {
  code: number;
  /** The text of both outputs. */
  text: string;
}

/** Processes that a cancelled test left running. */
const running = new Set<ChildProcess>();

/** Runs `balcao …` in a folder, without a terminal. */
export const runBalcao = (
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = process.execPath,
): Promise<CommandOutput> => runProgram(node, [program, ...args], cwd, env);

/** Runs a program in a folder, without a terminal. */
export const runProgram = (
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutput> =>
  new Promise((resolve) => {
    // Vitest's own variables would make the command's vitest believe that it runs inside another one.
    const own = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
    );
    const child = execFile(
      file,
      args,
      {
        cwd,
        env: { ...own, NO_COLOR: '1', TEST_DATABASE_URL: inject('databaseUrl'), ...env },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        running.delete(child);
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, text: stdout + stderr });
      },
    );
    running.add(child);
    child.stdin?.end();
  });

/** Creates a folder outside the repository, and returns how to remove it. */
export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'balcao-cli-')));
  return {
    folder,
    async remove() {
      for (const child of running) child.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
