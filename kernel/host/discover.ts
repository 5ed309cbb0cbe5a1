import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { PluginBuilds } from './builds.ts';
import type { Fault } from './faults.ts';
import { readInstalledFiles } from './installed-files.ts';
import { manifestFaults } from './manifest.ts';
import { offerContracts, offerSdk } from './resolution.ts';

/** Folder of a plugin whose manifest is valid. */
export interface Source {
  dir: string;
  manifest: PluginManifest;
  /** Module of the server part, when there is one: for the platform's own plugins perhaps a bundle. */
  server: string | undefined;
  /** Locale tables by language, as they are stored on disk. */
  locales: Readonly<Record<string, Record<string, unknown>>>;
  /** True for plugins in the platform's own tree. */
  firstParty: boolean;
  /** True for a plugin that runs from its source and not from a build. */
  isSource: boolean;
  /** Hash of all files of a build made for installing. */
  build?: string;
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const firstThatExists = async (...paths: string[]): Promise<string | undefined> => {
  for (const path of paths) if (await exists(path)) return path;
  return undefined;
};

const itself = (file: string): string => file;

/** Reads plugin.json of a built plugin, or manifest.ts, which is pure data too, of one that runs from source. */
const readManifest = async (dir: string, isSource: boolean, moduleOf = itself): Promise<unknown> => {
  if (!isSource) return JSON.parse(await readFile(join(dir, 'plugin.json'), 'utf8')) as unknown;
  const module = (await import(pathToFileURL(moduleOf(join(dir, 'manifest.ts'))).href)) as { default?: unknown };
  return module.default;
};

const readLocales = async (dir: string): Promise<Source['locales']> => {
  const languages = ['pt', 'en', 'es'];
  const tables = await Promise.all(
    languages.map(async (language) => {
      const text = await readFile(join(dir, 'locales', `${language}.json`), 'utf8').catch(() => '{}');
      return [language, JSON.parse(text) as Record<string, unknown>] as const;
    }),
  );
  return Object.fromEntries(tables);
};

interface Read {
  source?: Source;
  faults: Fault[];
  /** Id from a refused manifest that declares a core plugin. */
  refusedCore?: string;
}

const refusedCoreOf = (raw: unknown): { refusedCore?: string } => {
  const { id, core } = (raw ?? {}) as { id?: unknown; core?: unknown };
  return core === true && typeof id === 'string' ? { refusedCore: id } : {};
};

/**
 * Adds a toggle to external plugins, so that companies decide about them. Pages without a session have no company
 * that could; a plugin that is on with another is switched by the toggle of that one.
 */
const withToggle = (manifest: PluginManifest): PluginManifest =>
  manifest.toggle !== undefined ||
  manifest.onWith !== undefined ||
  manifest.core ||
  (manifest.routes?.publicPages?.length ?? 0) > 0
    ? manifest
    : { ...manifest, toggle: `plugin:${manifest.id}` };

const readPlugin = async (
  place: PluginRoot,
  { production, builds, moduleOf = itself }: DiscoverOptions,
): Promise<Read> => {
  const { firstParty } = place;
  let { dir } = place;
  let called = dir;
  try {
    const isSource = !(await exists(join(dir, 'plugin.json')));
    const { build, faults: damaged } = firstParty
      ? { build: undefined, faults: [] }
      : await readInstalledFiles(dir, { production, isSource });
    if (damaged.length > 0) return readDamaged(dir, isSource, damaged);
    if (build) called = build.id;
    if (build && builds) {
      dir = await builds.store(dir, build);
      offerSdk([await realpath(dir)]);
    }
    const raw = await readManifest(dir, isSource, moduleOf);
    const faults = manifestFaults(raw, dir);
    if (faults.length > 0) return { faults, ...refusedCoreOf(raw) };
    const manifest = raw as PluginManifest;
    const server = await firstThatExists(join(dir, 'server', 'index.js'), join(dir, 'server', 'index.ts'));
    return {
      source: {
        // The real path, which the module loader uses.
        dir: await realpath(dir),
        manifest: firstParty ? manifest : withToggle(manifest),
        server: server && moduleOf(server),
        locales: await readLocales(dir),
        firstParty,
        isSource,
        ...(build && { build: build.hash }),
      },
      faults: [],
    };
  } catch (error) {
    const message = `its manifest cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return {
      faults: [
        {
          code: 'MANIFEST_INVALID',
          plugin: called,
          message,
          fix: `Put a plugin.json or manifest.ts into ${place.dir}.`,
        },
      ],
    };
  }
};

/** Reads a stored build from its own folder; undefined when it cannot be read any more. */
export const readStoredBuild = async (dir: string): Promise<Source | undefined> => {
  offerSdk([await realpath(dir)]);
  return (await readPlugin({ dir, firstParty: false }, { production: true })).source;
};

/** Reports a damaged plugin by its id, when that can be read. None of its code is loaded. */
const readDamaged = async (dir: string, isSource: boolean, faults: readonly Omit<Fault, 'plugin'>[]): Promise<Read> => {
  const raw = isSource ? undefined : await readManifest(dir, isSource).catch(() => undefined);
  const { id } = (raw ?? {}) as { id?: unknown };
  const plugin = typeof id === 'string' ? id : basename(dir);
  return { faults: faults.map((fault) => ({ ...fault, plugin })), ...refusedCoreOf(raw) };
};

const isPlugin = async (dir: string): Promise<boolean> =>
  (await exists(join(dir, 'plugin.json'))) || (await exists(join(dir, 'manifest.ts')));

const pluginFolders = async (root: string): Promise<string[]> => {
  if (await isPlugin(root)) return [root];
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(root, name));
  const found = await Promise.all(folders.toSorted().map(async (dir) => ((await isPlugin(dir)) ? [dir] : [])));
  return found.flat();
};

export interface PluginRoot {
  dir: string;
  firstParty: boolean;
}

export interface Discovery {
  sources: Source[];
  faults: Fault[];
  refusedCore: string[];
}

/**
 * Returns the contracts of plugins that run from source. Those of built plugins are bundled into the plugins that use
 * them.
 */
const contractsOf = async (sources: readonly Source[]): Promise<(readonly [string, string])[]> => {
  const found = sources.map(async ({ dir, manifest }) => {
    const file = await firstThatExists(join(dir, 'contract.ts'), join(dir, 'contract.js'));
    return file === undefined ? [] : [[manifest.id, file] as const];
  });
  return (await Promise.all(found)).flat();
};

export interface DiscoverOptions {
  production: boolean;
  /** Folder of the copies that built plugins run from. Absent: they run from their own folder. */
  builds?: PluginBuilds | undefined;
  /** Returns the module to import instead of a source file of the platform. Absent: the file itself. */
  moduleOf?: ((file: string) => string) | undefined;
}

/** Finds all plugins below the roots. When two have the same id, neither displaces a plugin of the platform. */
export const discover = async (roots: readonly PluginRoot[], options: DiscoverOptions): Promise<Discovery> => {
  const folders = await Promise.all(
    roots.map(async ({ dir, firstParty }) => (await pluginFolders(dir)).map((path) => ({ dir: path, firstParty }))),
  );
  const found = folders.flat();
  // The module loader uses real paths. This comes before the manifests, because those of source folders are modules
  // too.
  const outside = await Promise.all(found.filter(({ firstParty }) => !firstParty).map(({ dir }) => realpath(dir)));
  offerSdk(outside);
  const read = await Promise.all(found.map((place) => readPlugin(place, options)));
  const faults = read.flatMap((result) => result.faults);
  const sources: Source[] = [];
  for (const { source } of read) {
    if (!source) continue;
    const first = sources.find(({ manifest }) => manifest.id === source.manifest.id);
    if (first) {
      const { id } = source.manifest;
      const plugin = first.firstParty && !source.firstParty ? source.dir : id;
      faults.push({
        code: 'ID_DUPLICATE',
        plugin,
        message: `${source.dir} has the id of ${first.dir}`,
        fix: 'Remove one of the two folders.',
      });
    } else sources.push(source);
  }
  if (sources.some(({ firstParty, isSource }) => isSource && !firstParty)) offerContracts(await contractsOf(sources));
  return { sources, faults, refusedCore: read.flatMap((result) => result.refusedCore ?? []) };
};
