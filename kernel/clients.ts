import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildJson } from '@balcao/sdk/build';
import type { LoadedPlugin } from './host/load.ts';
import type { InstalledClient } from './web/index.ts';

/** The browser parts of the plugins that run, as they were built. A plugin may have none. */
export const readClients = async (plugins: Iterable<LoadedPlugin>): Promise<InstalledClient[]> => {
  const found = await Promise.all(
    [...plugins].map(async ({ source: { dir, manifest } }) => {
      const text = await readFile(join(dir, 'dist', 'build.json'), 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ id: manifest.id, dir, build: JSON.parse(text) as BuildJson }];
    }),
  );
  return found.flat();
};
