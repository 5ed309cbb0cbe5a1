import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFolder } from './source-folder.ts';

/** The folder of a plugin that holds its launcher; `package.json` names it as the package `balcao`. */
export const launcherFolder = '.balcao';

const sameFile = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = await Promise.all([readFile(one, 'utf8'), readFile(other, 'utf8').catch(() => undefined)]);
  return a === b;
};

/**
 * Writes the small package through which `balcao` is found from a plugin's folder, and where the product is. npm removes
 * every link that `package.json` does not name; this package it names.
 */
export async function writeLauncher({ root }: SourceFolder, checkout: string): Promise<void> {
  const from = join(import.meta.dirname, 'launcher');
  const folder = join(root, launcherFolder);
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'balcao.mjs'])
    if (!(await sameFile(join(from, name), join(folder, name)))) await copyFile(join(from, name), join(folder, name));
  // A shell starts it by its link: nobody ran `npm install`, which would have made it a program.
  await chmod(join(folder, 'balcao.mjs'), 0o755);
  const place = join(folder, 'checkout');
  if ((await readFile(place, 'utf8').catch(() => '')).trim() !== checkout) await writeFile(place, `${checkout}\n`);
}
