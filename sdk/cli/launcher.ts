import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFolder } from './source-folder.ts';

/** The folder of a plugin with its launcher; `package.json` names it as the package `balcao`. */
export const launcherFolder = '.balcao';

const sameFile = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = await Promise.all([readFile(one, 'utf8'), readFile(other, 'utf8').catch(() => undefined)]);
  return a === b;
};

/**
 * Writes the small package that provides `balcao` in a plugin's folder, with the path of the product. npm removes links
 * that `package.json` does not name; this package is named there.
 */
export async function writeLauncher({ root }: SourceFolder, checkout: string): Promise<void> {
  const from = join(import.meta.dirname, 'launcher');
  const folder = join(root, launcherFolder);
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'balcao.mjs'])
    if (!(await sameFile(join(from, name), join(folder, name)))) await copyFile(join(from, name), join(folder, name));
  // Made executable here, because `npm install`, which would do it, was not run.
  await chmod(join(folder, 'balcao.mjs'), 0o755);
  const place = join(folder, 'checkout');
  if ((await readFile(place, 'utf8').catch(() => '')).trim() !== checkout) await writeFile(place, `${checkout}\n`);
}
