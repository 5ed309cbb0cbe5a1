import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugin, writeBuildJson } from '@balcao/sdk/build';
import type { InstalledClient } from '../installed-client.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

/** Builds fixture plugins as authors build theirs, into a folder of this run. */
export async function installFixtures(ids: readonly string[]): Promise<InstalledClient[]> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-fixtures-'));
  const installed: InstalledClient[] = [];
  for (const id of ids) {
    const dir = join(folder, id);
    installed.push({ id, dir, build: await buildPlugin({ root: join(fixtures, id), outDir: join(dir, 'dist') }) });
  }
  return installed;
}

/** Installs a plugin whose entry was written by some other tool. */
export async function installEntry(id: string, entry: string): Promise<InstalledClient> {
  const dir = await mkdtemp(join(tmpdir(), `balcao-${id}-`));
  await mkdir(join(dir, 'dist'));
  await writeFile(join(dir, 'dist', 'client.js'), entry);
  return { id, dir, build: await writeBuildJson(join(dir, 'dist'), 'client.js', '0.1.0') };
}
