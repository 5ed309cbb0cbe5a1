import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Migration, Plugin } from '@balcao/sdk/server';

/** The folder of the platform's own plugins. */
export const platformPlugins = path.resolve(import.meta.dirname, '..', '..', '..', 'plugins');

/** A plugin in a folder: source or built, first-party or third-party. */
export interface PluginFolder {
  readonly dir: string;
  readonly manifest: PluginManifest;
  /** The name for `startTestHost`: the id of a first-party plugin, else the folder. */
  readonly name: string;
}

const firstThatExists = (...files: string[]): string | undefined => files.find((file) => existsSync(file));

const manifestIn = async (dir: string): Promise<PluginManifest> => {
  const built = path.join(dir, 'plugin.json');
  if (existsSync(built)) return JSON.parse(await readFile(built, 'utf8')) as PluginManifest;
  const source = path.join(dir, 'manifest.ts');
  if (!existsSync(source)) throw new Error(`${dir} is no plugin: it has neither plugin.json nor manifest.ts`);
  return ((await import(pathToFileURL(source).href)) as { default: PluginManifest }).default;
};

/** Reads a plugin's folder, or that of a first-party plugin by its id. */
export const readPlugin = async (root: string): Promise<PluginFolder> => {
  const dir = root.includes('/') || path.isAbsolute(root) ? path.resolve(root) : path.join(platformPlugins, root);
  const isOwn = path.dirname(dir) === platformPlugins;
  return { dir, manifest: await manifestIn(dir), name: isOwn ? path.basename(dir) : dir };
};

/** Imports the server part as the kernel does: the same module, not a second copy. */
export const serverPart = async ({ dir }: PluginFolder): Promise<Plugin | undefined> => {
  const file = firstThatExists(path.join(dir, 'server', 'index.js'), path.join(dir, 'server', 'index.ts'));
  if (file === undefined) return undefined;
  return ((await import(pathToFileURL(file).href)) as { default?: Plugin }).default;
};

export const migrationsOf = async (plugin: PluginFolder): Promise<readonly Migration[]> =>
  (await serverPart(plugin))?.parts?.migrations ?? [];

/** Returns the plugin with everything it requires, the one it is on with, and the available ones under `optional`. */
export const withNeeds = async (root: string, more: readonly string[] = []): Promise<PluginFolder[]> => {
  const given = await Promise.all([root, ...more].map(readPlugin));
  const found = new Map(given.map((plugin) => [plugin.manifest.id, plugin]));
  const waiting = [...given];
  for (let plugin = waiting.shift(); plugin; plugin = waiting.shift()) {
    const { requires, optional, onWith } = plugin.manifest;
    for (const id of [...Object.keys({ ...optional, ...requires }), ...(onWith === undefined ? [] : [onWith])]) {
      if (found.has(id) || !existsSync(path.join(platformPlugins, id))) continue;
      const needed = await readPlugin(id);
      found.set(id, needed);
      waiting.push(needed);
    }
  }
  return [...found.values()];
};
