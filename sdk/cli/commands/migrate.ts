import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sdkVersion } from '@balcao/sdk/version';
import { command } from '../command.ts';
import { pending } from '../migrations/index.ts';
import type { SourceFiles } from '../migrations/migration.ts';
import { Problem } from '../problem.ts';
import { findRoot } from '../source-folder.ts';

interface PackageJson {
  balcao?: { sdk?: string };
  [key: string]: unknown;
}

const skipped = /^(node_modules|build|dist|\.[^/]*)\//;

/** Reads the files as earlier migrations of this run left them. */
async function sourceFiles(root: string, changed: ReadonlyMap<string, string>): Promise<SourceFiles> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !skipped.test(path))
    .sort();
  return {
    list: (pattern) => paths.filter((path) => pattern.test(path)),
    read: async (path) => changed.get(path) ?? readFile(join(root, path), 'utf8'),
  };
}

async function readPackage(root: string): Promise<PackageJson> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as PackageJson;
  } catch (error) {
    throw new Problem(`${join(root, 'package.json')} is no JSON: ${(error as Error).message}`, 'Correct it first.');
  }
}

export const migrate = command({
  usage: '',
  about: `Changes the source of the plugin you are in where the SDK has changed since it was written, and records the SDK
version in its package.json. --dry shows what would change. Commit before, and look at the changes after.`,
  options: { dry: { type: 'boolean', help: 'only show what would change' } },
  words: 0,
  async run(_words, { dry }, { cwd, terminal }) {
    const root = findRoot(cwd);
    const described = await readPackage(root);
    const from = described.balcao?.sdk;
    const steps = pending(from);
    const changed = new Map<string, string>();
    for (const step of steps) {
      const files = await step.run(await sourceFiles(root, changed));
      for (const [path, text] of files) changed.set(path, text);
      terminal.print(
        `${step.to} ${step.name}: ${files.size === 0 ? 'nothing to change' : [...files.keys()].join(', ')}`,
      );
      if (files.size > 0) terminal.print(`  ${step.why}`);
    }
    if (from === sdkVersion && steps.length === 0) {
      terminal.print(`It is written for SDK ${sdkVersion} already.`);
      return;
    }
    if (dry) {
      terminal.print(
        `Nothing was written. Without --dry: ${changed.size} files, and SDK ${sdkVersion} in package.json.`,
      );
      return;
    }
    for (const [path, text] of changed) await writeFile(join(root, path), text);
    const last = await readPackage(root);
    const next: PackageJson = { ...last, balcao: { ...last.balcao, sdk: sdkVersion } };
    await writeFile(join(root, 'package.json'), `${JSON.stringify(next, null, 2)}\n`);
    terminal.print(`It is now written for SDK ${sdkVersion}${from ? ` (was ${from})` : ''}. Try it: balcao check`);
  },
});
