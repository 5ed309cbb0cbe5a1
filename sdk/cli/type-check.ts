import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './problem.ts';
import type { SourceFolder } from './source-folder.ts';

/** Matches `server/index.ts(3,7): error TS2322: Type …`; the lines of an explanation below it are indented. */
const line = /^(?<where>[^\s(][^(]*\(\d+,\d+\)): error (?<code>TS\d+): (?<message>.*)$/;

const runCompiler = (root: string, checkout: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(checkout, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--pretty', 'false', '-p', root],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        // The compiler exits with a number if it found errors; otherwise it did not run.
        if (error && typeof error.code !== 'number') reject(error);
        else resolve(stdout + stderr);
      },
    );
  });

/** Returns the type errors of a plugin as findings. A plugin without tsconfig.json has no types to check. */
export async function typeFindings({ root }: SourceFolder, checkout: string): Promise<Finding[]> {
  if (!existsSync(join(root, 'tsconfig.json'))) return [];
  const findings: Finding[] = [];
  for (const text of (await runCompiler(root, checkout)).split('\n')) {
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
