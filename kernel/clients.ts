import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyBuild, type BuildJson } from '@balcao/sdk/build';
import type { Fault } from './host/faults.ts';
import type { LoadedPlugin } from './host/loaded-plugin.ts';
import { foreignCopies } from './web/foreign-copies.ts';
import type { DevPages } from './web/index.ts';
import { entryAddress, type InstalledClient } from './web/installed-client.ts';
import { startAddresses } from './web/start-modules.ts';

type UnnamedFault = Omit<Fault, 'plugin'>;

/** The browser part of a plugin, as a page imports it. */
export interface ClientEntry {
  id: string;
  version: string;
  /** Address of the module that the browser imports. */
  entry: string;
  /**
   * Address of a file that contains this entry together with those of other plugins, to be completed with `.pt.js`,
   * `.en.js` or `.es.js`. Absent: there is no such file.
   */
  start?: string;
}

/** Client entries of a development server, which also knows the source entry of a plugin. */
export interface DevClients extends DevPages {
  entryOf(pluginFolder: string): string;
}

const ownBuild = async (dist: string): Promise<{ build: BuildJson | undefined; faults: UnnamedFault[] }> => {
  const text = await readFile(join(dist, 'build.json'), 'utf8').catch(() => undefined);
  return { build: text === undefined ? undefined : (JSON.parse(text) as BuildJson), faults: [] };
};

const installedBuild = async (dist: string): Promise<{ build: BuildJson | undefined; faults: UnnamedFault[] }> => {
  const { build, faults } = await verifyBuild(dist);
  if (!build || faults.length > 0) return { build, faults: [...faults] };
  return { build, faults: await foreignCopies(dist, build) };
};

/**
 * Reads the built browser parts of the running plugins. A plugin may have none. One whose files differ from its
 * build, or that bundles a module only the host may load, keeps its server part and shows nothing.
 */
export const readClients = async (
  plugins: Iterable<LoadedPlugin>,
): Promise<{ clients: InstalledClient[]; faults: Fault[] }> => {
  const clients: InstalledClient[] = [];
  const faults: Fault[] = [];
  for (const { source } of plugins) {
    const { id } = source.manifest;
    const dist = join(source.dir, 'dist');
    // Files that this repository's own build has just written are not checked one by one.
    const { build, faults: found } = source.firstParty ? await ownBuild(dist) : await installedBuild(dist);
    faults.push(...found.map((fault) => ({ ...fault, plugin: id })));
    if (build && found.length === 0) clients.push({ id, dir: source.dir, build, firstParty: source.firstParty });
  }
  return { clients, faults };
};

/** Build by client entry; the source of a development server has none. */
const buildOf = new WeakMap<ClientEntry, InstalledClient>();

/** Adds the address of the file that contains the entry together with those of other plugins, where there is one. */
export const withStart = (entries: readonly ClientEntry[]): ClientEntry[] => {
  const starts = startAddresses(entries.flatMap((entry) => buildOf.get(entry) ?? []));
  return entries.map((entry) => {
    const build = buildOf.get(entry);
    const start = build && starts.get(build);
    return start === undefined ? entry : { ...entry, start };
  });
};

/** Returns what browsers import: built files, or in development the source of plugins that run from source. */
export const clientEntries = (
  plugins: readonly LoadedPlugin[],
  clients: readonly InstalledClient[],
  dev: DevClients | undefined,
): ClientEntry[] =>
  plugins.flatMap(({ source: { dir, manifest, isSource } }) => {
    const { id, version } = manifest;
    const client = clients.find((built) => built.id === id);
    if (dev && isSource && existsSync(join(dir, 'client', 'index.tsx')))
      return [{ id, version, entry: dev.entryOf(dir) }];
    if (!client) return [];
    const entry = { id, version, entry: entryAddress(client) };
    buildOf.set(entry, client);
    return [entry];
  });

/**
 * Browser parts of the running plugins and of versions that ran before, because a page that is open still fetches
 * parts of those.
 */
export class Clients {
  #present: readonly InstalledClient[];
  #entries: readonly ClientEntry[];
  readonly #served = new Map<string, InstalledClient>();
  readonly #dev: DevClients | undefined;

  constructor(plugins: readonly LoadedPlugin[], present: readonly InstalledClient[], dev: DevClients | undefined) {
    this.#dev = dev;
    this.#present = [];
    this.#entries = [];
    this.replace(plugins, present);
  }

  replace(plugins: readonly LoadedPlugin[], present: readonly InstalledClient[]): void {
    this.#present = present;
    this.#entries = clientEntries(plugins, present, this.#dev);
    for (const client of present) this.#served.set(entryAddress(client), client);
  }

  /** Builds that run now. */
  get present(): readonly InstalledClient[] {
    return this.#present;
  }
  /** Entries that browsers import now. */
  get entries(): readonly ClientEntry[] {
    return this.#entries;
  }
  of(plugin: string): InstalledClient | undefined {
    return this.#present.find(({ id }) => id === plugin);
  }
  /** Returns the build that an address names, running now or earlier since this node's start. */
  build(plugin: string, hash: string): InstalledClient | undefined {
    for (const client of this.#served.values()) if (client.id === plugin && client.build.hash === hash) return client;
    return undefined;
  }
}

/** Size of all browser code that pages of the platform may load, in bytes, uncompressed; null without any. */
export const bytesOfClient = (client: InstalledClient | undefined): number | null =>
  client === undefined
    ? null
    : Object.entries(client.build.files)
        .filter(([name]) => !name.startsWith('public/'))
        .reduce((sum, [, { size }]) => sum + size, 0);
