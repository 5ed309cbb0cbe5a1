import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, inject, test } from 'vitest';
import { readPages } from '../pages.ts';
import { withoutFormatting, walks, type Step } from '../walkthrough.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a checkout for walkthroughs: the command as npm links it, and nothing that could do harm. */
const checkout = (): string => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'balcao-guide-')));
  folders.push(folder);
  mkdirSync(path.join(folder, 'balcao'));
  writeFileSync(path.join(folder, 'balcao', 'package.json'), '{ "name": "balcao", "private": true }');
  mkdirSync(path.join(folder, 'balcao', 'node_modules', '.bin'), { recursive: true });
  symlinkSync(path.join(root, 'sdk/cli/balcao.mjs'), path.join(folder, 'balcao', 'node_modules', '.bin', 'balcao'));
  return path.join(folder, 'balcao');
};

class Terminal {
  folder = checkout();

  async type(command: string): Promise<void> {
    const marker = 'the folder is now ';
    const { stdout } = await run('bash', ['-euc', `${command}\necho "${marker}$PWD"`], {
      cwd: this.folder,
      env: {
        ...process.env,
        NODE_ENV: '',
        VITEST: '',
        CI: '1',
        npm_config_update_notifier: 'false',
        TEST_DATABASE_URL: inject('databaseUrl'),
      },
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
    });
    this.folder = stdout.slice(stdout.lastIndexOf(marker) + marker.length).trim();
  }

  async follow({ at, block: { language, code, file, quote } }: Step): Promise<void> {
    if (file !== undefined) {
      mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
      writeFileSync(path.join(this.folder, file), code);
    } else if (quote !== undefined) {
      const text = readFileSync(path.join(this.folder, quote), 'utf8');
      if (!withoutFormatting(text).includes(withoutFormatting(code)))
        throw new Error(`${at} quotes ${quote}, which reads:\n${text}`);
    } else if (language === 'sh') await this.type(code);
  }
}

describe.concurrent.each(walks(readPages(root)))('walkthrough of $page', ({ steps }) => {
  test('every step of the walkthrough works as it is typed', async () => {
    const terminal = new Terminal();
    for (const step of steps) await terminal.follow(step);
  }, 300_000);
});
