import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFolder } from './source-folder.ts';

interface Lock {
  packages?: Record<string, { extraneous?: boolean }>;
}

/**
 * Removes the links into the product from package-lock.json: npm records them as extraneous, by paths of this machine.
 */
export async function tidyLock({ root }: SourceFolder): Promise<void> {
  const place = join(root, 'package-lock.json');
  const text = await readFile(place, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const lock = JSON.parse(text) as Lock;
  const packages = Object.entries(lock.packages ?? {});
  const remaining = packages.filter(([name, { extraneous }]) => !(extraneous && name.startsWith('..')));
  if (remaining.length === packages.length) return;
  await writeFile(place, `${JSON.stringify({ ...lock, packages: Object.fromEntries(remaining) }, null, 2)}\n`);
}
