import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { PluginManifest } from '@balcao/sdk/manifest';
import { verifyBuild, verifyInstallable, type InstallableJson } from '@balcao/sdk/build';
import { orderPlugins } from '../../kernel/host/order.ts';
import type { Work } from './command.ts';
import type { Finding } from './problem.ts';
import { manifestFindings, productManifests } from './source-folder.ts';

/** Returns the product's data folder, found in the same way as by its own commands. */
export const dataFolder = (given: string | undefined, { cwd, env, checkout }: Work): string =>
  given !== undefined ? resolve(cwd, given) : resolve(checkout, env.DATA_DIR?.trim() || 'data');

export const pluginsFolder = (dataDir: string): string => join(dataDir, 'plugins');

/** Origin of an installed plugin. It is stored beside the folders, which contain only built files. */
export interface Origin {
  /** A path, or an npm name with its version. */
  source: string;
  /** Hash of the archive; absent if a folder was installed. */
  sha256?: string;
  installedAt: string;
}
type Origins = Record<string, Origin>;
const originsFile = (dataDir: string): string => join(pluginsFolder(dataDir), 'installed.json');

export const readOrigins = (dataDir: string): Promise<Origins> =>
  readFile(originsFile(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Origins,
    () => ({}),
  );

export async function changeOrigins(dataDir: string, change: (origins: Origins) => void): Promise<void> {
  const origins = await readOrigins(dataDir);
  change(origins);
  const file = originsFile(dataDir);
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(origins, null, 2)}\n`);
  await rename(`${file}.${process.pid}`, file);
}

export interface InstalledPlugin {
  folder: string;
  /** Absent if it cannot be read. */
  manifest: PluginManifest | undefined;
  /** Absent if there is no description of its files. */
  build: InstallableJson | undefined;
  findings: Finding[];
}

/** Reads a built plugin and every fault that would keep the product from loading it, without running any of it. */
export async function readInstalled(folder: string): Promise<InstalledPlugin> {
  const unreadable = (message: string): InstalledPlugin => ({
    folder,
    manifest: undefined,
    build: undefined,
    findings: [
      {
        code: 'MANIFEST_INVALID',
        where: 'plugin.json',
        message,
        fix: 'Install what balcao build or balcao pack made.',
      },
    ],
  });
  const text = await readFile(join(folder, 'plugin.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return unreadable('there is no plugin.json: this is no built plugin');
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return unreadable(`it is no JSON: ${(error as Error).message}`);
  }
  const findings = manifestFindings(raw, 'plugin.json');
  const { build, faults } = await verifyInstallable(folder);
  findings.push(...faults.map((fault) => ({ where: 'build.json', ...fault })));
  if (!build && faults.length === 0)
    findings.push({
      code: 'BUNDLE_HASH',
      where: 'build.json',
      message: 'there is no build.json, so nobody can tell whether these files are those that were built',
      fix: 'Build it with balcao build, or pack it with balcao pack.',
    });
  const manifest = findings.some(({ where }) => where === 'plugin.json') ? undefined : (raw as PluginManifest);
  if (manifest && build && (build.id !== manifest.id || build.version !== manifest.version))
    findings.push({
      code: 'BUNDLE_HASH',
      where: 'build.json',
      message: `it describes ${build.id} ${build.version}, the manifest ${manifest.id} ${manifest.version}`,
      fix: 'Build the plugin again.',
    });
  if (existsSync(join(folder, 'dist')))
    findings.push(...(await verifyBuild(join(folder, 'dist'))).faults.map((fault) => ({ where: 'dist/', ...fault })));
  return { folder, manifest, build, findings };
}

/** Reads every plugin in the folder of installed plugins. */
export async function installedPlugins(dataDir: string): Promise<InstalledPlugin[]> {
  const place = pluginsFolder(dataDir);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(place, name));
  return Promise.all(folders.sort().map(readInstalled));
}

/**
 * Returns what a plugin lacks among the plugins that would be installed with it: SDK, other plugins, their versions.
 */
export async function togetherFindings(
  manifest: PluginManifest,
  others: readonly PluginManifest[],
  checkout: string,
): Promise<Finding[]> {
  const own = await productManifests(checkout);
  if (own.some(({ id }) => id === manifest.id))
    return [
      {
        code: 'ID_DUPLICATE',
        where: 'plugin.json',
        message: `the product has a plugin "${manifest.id}" of its own`,
        fix: 'Its author must give it another id.',
      },
    ];
  const all = [...own, ...others.filter(({ id }) => id !== manifest.id), manifest];
  return orderPlugins(all)
    .faults.filter(({ plugin }) => plugin === manifest.id)
    .map(({ code, message, fix }) => ({ code, where: 'plugin.json', message, fix }));
}

/** Replaces the installed folder. The former one stays until the new one is in place, and is restored if that fails. */
export async function putInPlace(folder: string, dataDir: string, id: string): Promise<void> {
  const place = pluginsFolder(dataDir);
  const target = join(place, id);
  const before = join(place, `.${id}.before-${process.pid}`);
  await mkdir(place, { recursive: true });
  const replaces = existsSync(target);
  if (replaces) await rename(target, before);
  try {
    await rename(folder, target);
  } catch (error) {
    if (replaces) await rename(before, target);
    throw error;
  }
  await rm(before, { recursive: true, force: true });
}

/** A folder below the installed plugins that the product ignores, so that a single rename moves a plugin into place. */
export const incomingFolder = (dataDir: string): string => join(pluginsFolder(dataDir), `.incoming-${process.pid}`);

/** Recovers from an interrupted `add`: restores the former version and removes an incomplete new one. */
export async function recoverInterrupted(dataDir: string): Promise<void> {
  const place = pluginsFolder(dataDir);
  for (const name of await readdir(place).catch(() => [])) {
    const [, id = '', step = '', pid] = name.match(/^\.(?:([a-z0-9-]+)\.)?(before|leaving|incoming)-(\d+)$/) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    if (step === 'before' && id && !existsSync(join(place, id))) await rename(join(place, name), join(place, id));
    else await rm(join(place, basename(name)), { recursive: true, force: true });
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
