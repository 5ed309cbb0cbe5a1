/** Shared modules of the development server. They are rebuilt when a source changes and reused between starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedInputs } from './inputs.ts';
import { repository } from './paths.ts';
import type { SharedBuild } from './shared.ts';

export interface DevShared {
  folder: string;
  /** Id to root-relative address. Root-relative, so that localhost and 127.0.0.1 are the same page. */
  addresses: Record<string, string>;
}

export const sharedBase = '/@shared/';
export const cache: string = join(repository, 'node_modules', '.cache', 'balcao-dev');

export async function devShared(): Promise<DevShared> {
  const folder = join(cache, `shared-${await sharedInputs()}`);
  const former = await stat(join(folder, 'shared.json')).catch(() => undefined);
  if (!former) {
    const next = `${folder}.${process.pid}`;
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run-shared-dev.ts'), next], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error('The shared modules could not be built; the lines above say why.');
    await rm(folder, { recursive: true, force: true });
    await rename(next, folder);
  }
  const { map } = JSON.parse(await readFile(join(folder, 'shared.json'), 'utf8')) as SharedBuild;
  const addresses = Object.fromEntries(Object.entries(map).map(([id, file]) => [id, sharedBase + file]));
  return { folder, addresses };
}
