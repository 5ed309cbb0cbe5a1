import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Fault } from './faults.ts';
import { manifestFaults } from './manifest.ts';

/** A plugin's folder, with a manifest that was found sound. */
export interface Source {
  dir: string;
  manifest: PluginManifest;
  /** Module of the server part, when there is one. */
  server: string | undefined;
  /** Locale tables by language, as they stand on disk. */
  locales: Readonly<Record<string, Record<string, unknown>>>;
  /** Lives in the platform's own tree, as source. */
  firstParty: boolean;
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

/** plugin.json of a built plugin; manifest.ts, which is pure data too, of one that runs from source. */
const readManifest = async (dir: string): Promise<unknown> => {
  const json = join(dir, 'plugin.json');
  if (await exists(json)) return JSON.parse(await readFile(json, 'utf8')) as unknown;
  const module = (await import(pathToFileURL(join(dir, 'manifest.ts')).href)) as { default?: unknown };
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
  /** Its id, when the manifest was refused and calls the plugin a core one. */
  refusedCore?: string;
}

const refusedCoreOf = (raw: unknown): { refusedCore?: string } => {
  const { id, core } = (raw ?? {}) as { id?: unknown; core?: unknown };
  return core === true && typeof id === 'string' ? { refusedCore: id } : {};
};

const readPlugin = async (dir: string, firstParty: boolean): Promise<Read> => {
  try {
    const raw = await readManifest(dir);
    const faults = manifestFaults(raw, dir);
    if (faults.length > 0) return { faults, ...refusedCoreOf(raw) };
    const server = await firstThatExists(join(dir, 'server', 'index.js'), join(dir, 'server', 'index.ts'));
    return {
      source: { dir, manifest: raw as PluginManifest, server, locales: await readLocales(dir), firstParty },
      faults: [],
    };
  } catch (error) {
    const message = `its manifest cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return {
      faults: [
        { code: 'MANIFEST_INVALID', plugin: dir, message, fix: `Put a plugin.json or manifest.ts into ${dir}.` },
      ],
    };
  }
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

/** Finds every plugin below the roots. Two of one id are refused, except that nobody displaces the platform's own. */
export const discover = async (roots: readonly PluginRoot[]): Promise<Discovery> => {
  const folders = await Promise.all(
    roots.map(async ({ dir, firstParty }) => (await pluginFolders(dir)).map((path) => ({ path, firstParty }))),
  );
  const read = await Promise.all(folders.flat().map(({ path, firstParty }) => readPlugin(path, firstParty)));
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
  return { sources, faults, refusedCore: read.flatMap((result) => result.refusedCore ?? []) };
};
