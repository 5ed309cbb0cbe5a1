import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from './problem.ts';
import type { SourceFolder } from './source-folder.ts';

/** Matches `server/index.ts(3,7): error TS2322: Type …`; the lines of an explanation below it are indented. */
const line = /^(?<where>[^\s(][^(]*\(\d+,\d+\)): error (?<code>TS\d+): (?<message>.*)$/;

/** Each further checker checks the declarations of the libraries again: one takes half the processor time of four. */
const typeCheckArgs = ['--noEmit', '--checkers', '1'];
/** The compiler is a Go program that ends soon: its collector runs seldom. */
const typeCheckEnv = { GOGC: '400', ...process.env };

const runCompiler = (root: string, checkout: string, known: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [
        join(checkout, 'node_modules', 'typescript', 'bin', 'tsc'),
        ...typeCheckArgs,
        ...known,
        '--pretty',
        'false',
        '-p',
        root,
      ],
      { cwd: root, env: typeCheckEnv, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        // The compiler exits with a number if it found errors; otherwise it did not run.
        if (error && typeof error.code !== 'number') reject(error);
        else resolve(stdout + stderr);
      },
    );
  });

/**
 * Runs the compiler with what an earlier run found out about unchanged files, whichever plugin that run was for: most
 * of the work is the product's own source. Each run has a copy of its own, because several may run at once.
 */
async function compile(root: string, checkout: string): Promise<string> {
  const known = join(checkout, 'node_modules', '.cache', 'balcao-types.tsbuildinfo');
  const own = `${known}.${process.pid}`;
  try {
    await mkdir(dirname(known), { recursive: true });
    if (existsSync(known)) await copyFile(known, own);
  } catch {
    // The product may belong to somebody else: then every run begins anew.
    return runCompiler(root, checkout, []);
  }
  try {
    const output = await runCompiler(root, checkout, ['--incremental', '--tsBuildInfoFile', own]);
    if (existsSync(own)) await rename(own, known);
    return output;
  } finally {
    await rm(own, { force: true });
  }
}

/** Returns the type errors of a plugin as findings. A plugin without tsconfig.json has no types to check. */
export async function typeFindings({ root }: SourceFolder, checkout: string): Promise<Finding[]> {
  if (!existsSync(join(root, 'tsconfig.json'))) return [];
  const findings: Finding[] = [];
  for (const text of (await compile(root, checkout)).split('\n')) {
    const found = line.exec(text)?.groups;
    const last = findings.at(-1);
    if (found)
      findings.push({
        code: 'TYPE_ERROR',
        where: found.where ?? '',
        message: `${found.code}: ${found.message}`,
        fix: 'Correct the type; your editor shows it at that place.',
      });
    else if (last && /^\s+\S/.test(text)) last.message += `\n    ${text.trim()}`;
    else if (/error TS\d+/.test(text))
      findings.push({
        code: 'TYPE_ERROR',
        where: 'tsconfig.json',
        message: text.trim(),
        fix: 'Correct tsconfig.json.',
      });
  }
  return findings;
}
