import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildJson } from '@balcao/sdk/build';
import type { LoadedPlugin } from './host/load.ts';
import type { ClientEntry } from './http/platform.ts';
import { entryAddress, type DevPages, type InstalledClient } from './web/index.ts';

/** A development server also knows where a plugin's source entry lies. */
export interface DevClients extends DevPages {
  entryOf(pluginFolder: string): string;
}

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

/** What browsers are told to import: built files, or in development the source of the platform's own plugins. */
export const clientEntries = (
  plugins: readonly LoadedPlugin[],
  clients: readonly InstalledClient[],
  dev: DevClients | undefined,
): ClientEntry[] =>
  plugins.flatMap(({ source: { dir, manifest, firstParty } }) => {
    const { id, version } = manifest;
    const client = clients.find((built) => built.id === id);
    if (dev && firstParty && existsSync(join(dir, 'client', 'index.tsx'))) return [{ id, version, entry: dev.entryOf(dir) }];
    return client ? [{ id, version, entry: entryAddress(client) }] : [];
  });
