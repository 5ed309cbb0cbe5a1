import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugin } from '@balcao/sdk/build';

const fixtures = join(import.meta.dirname, 'fixtures');

export interface OutsidePlugins {
  folders: string[];
  remove(): Promise<void>;
}

/**
 * Copies plugins into a folder outside the repository, as external authors have them; the named ones are built for
 * browsers too.
 */
export const plantOutside = async (
  ids: readonly string[],
  withBrowserPart: readonly string[],
): Promise<OutsidePlugins> => {
  const home = await mkdtemp(join(tmpdir(), 'balcao-outside-'));
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(home, 'node_modules'));
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  const folders = ids.map((id) => join(home, id));
  await Promise.all(ids.map((id) => cp(join(fixtures, id), join(home, id), { recursive: true })));
  for (const id of withBrowserPart) await buildPlugin({ root: join(fixtures, id), outDir: join(home, id, 'dist') });
  return { folders, remove: () => rm(home, { recursive: true, force: true }) };
};
