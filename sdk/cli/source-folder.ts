import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { manifestFaults } from '../../kernel/host/manifest.ts';
import { Findings, Problem, type Finding } from './problem.ts';

/** A plugin's source folder. */
export interface SourceFolder {
  root: string;
  manifest: PluginManifest;
}

const holdsSource = (folder: string): boolean => existsSync(join(folder, 'manifest.ts'));

/** Returns the plugin's folder at or above `from`. */
export function findRoot(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (holdsSource(folder)) return folder;
    if (folder === dirname(folder))
      throw new Problem(
        `There is no plugin in ${resolve(from)}: no manifest.ts here or in a folder above.`,
        'cd into a plugin’s folder, or make one: balcao create my-plugin',
      );
  }
}

export const isSourceFolder = holdsSource;

/** Returns the faults that the kernel would report for a manifest. */
export const manifestFindings = (raw: unknown, where: string): Finding[] =>
  manifestFaults(raw, where).map(({ code, message }) => ({
    code,
    where,
    message,
    fix: `Correct ${where}; the type PluginManifest of @balcao/sdk/manifest names every field.`,
  }));

/** Reads and checks a manifest. Throws Findings with all of its faults. */
export async function readSource(root: string): Promise<SourceFolder> {
  const place = join(root, 'manifest.ts');
  const where = 'manifest.ts';
  const module = (await import(pathToFileURL(place).href).catch((error: unknown) => {
    throw new Findings(`The manifest of ${root} cannot be read:`, [
      {
        code: 'MANIFEST_INVALID',
        where,
        message: error instanceof Error ? error.message : String(error),
        fix: 'A manifest is data only: export default { … } as const satisfies PluginManifest, with import type and no other import.',
      },
    ]);
  })) as { default?: unknown };
  const findings = manifestFindings(module.default, where);
  if (findings.length > 0) throw new Findings(`The manifest of ${root} is not valid:`, findings);
  return { root, manifest: module.default as PluginManifest };
}

/** Returns the ids of the product's own plugins. */
export async function productPlugins(checkout: string): Promise<string[]> {
  const entries = await readdir(join(checkout, 'plugins'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && holdsSource(join(checkout, 'plugins', entry.name)))
    .map(({ name }) => name)
    .sort();
}

/** Returns the manifests of the product's own plugins. */
export const productManifests = async (checkout: string): Promise<PluginManifest[]> =>
  Promise.all(
    (await productPlugins(checkout)).map(
      async (id) =>
        (
          (await import(pathToFileURL(join(checkout, 'plugins', id, 'manifest.ts')).href)) as {
            default: PluginManifest;
          }
        ).default,
    ),
  );

/** Returns the source folders of third-party plugins that this one needs: beside it, or in PLUGINS_PATH. */
export async function neighbours(
  { root, manifest }: SourceFolder,
  env: NodeJS.ProcessEnv,
): Promise<Map<string, string>> {
  const wanted = new Set(Object.keys({ ...manifest.requires, ...manifest.optional }));
  const places = [dirname(root), ...(env.PLUGINS_PATH ?? '').split(':').filter(Boolean)].map((place) => resolve(place));
  const found = new Map<string, string>();
  for (const place of places) {
    const inside = await readdir(place, { withFileTypes: true }).catch(() => []);
    const folders = [place, ...inside.filter((entry) => entry.isDirectory()).map(({ name }) => join(place, name))];
    for (const folder of folders.filter((one) => one !== root && holdsSource(one))) {
      const text = await readFile(join(folder, 'manifest.ts'), 'utf8').catch(() => '');
      const id = text.match(/\bid:\s*['"]([a-z0-9-]+)['"]/)?.[1];
      if (id !== undefined && wanted.has(id) && !found.has(id)) found.set(id, folder);
    }
  }
  return found;
}

/** Formats a path for display: relative if it is below the current folder. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}
