/** Hashes the inputs of each build: the same hash means the same result. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pluginsFolder, repository, webHost } from './paths.ts';

const never = /(^|\/)(node_modules|dist|test|server|migrations|\.[^/]+)(\/|$)|\.(test|e2e)\.tsx?$/;

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !never.test(relative(folder, path)));
}

async function hashOf(paths: readonly string[], also: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const text of also) hash.update(`${text}\0`);
  const files = (
    await Promise.all(paths.map(async (entry) => (/\.\w+$/.test(entry) ? [entry] : sources(entry))))
  ).flat();
  for (const path of files.sort()) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) hash.update(`${relative(repository, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 24);
}

const lock = join(repository, 'package-lock.json');
const sdk = (name: string) => join(repository, 'sdk', name);

export const sharedInputs = (): Promise<string> =>
  hashOf([
    lock,
    sdk('client'),
    sdk('shared'),
    sdk('build'),
    join(webHost, 'shared-modules.ts'),
    join(webHost, 'build'),
  ]);

export const hostInputs = (shared: string): Promise<string> =>
  hashOf(
    ['runtime', 'shell', 'pages', 'theme', 'locales', 'root', 'worker', 'offline', 'index.html'].map((name) =>
      join(webHost, name),
    ),
    [shared],
  );

export interface PluginSource {
  id: string;
  root: string;
  inputs: string;
}

/** Returns the repository's plugins that have a browser part. */
export async function pluginSources(folders: readonly string[] = [pluginsFolder]): Promise<PluginSource[]> {
  // The indexes determine the shared file of each name; a bundle imports from that file.
  const indexes = ['client/ui/index.ts', 'client/chat/index.ts'].map(sdk);
  const common = await hashOf([lock, sdk('build'), sdk('shared'), sdk('package.json'), ...indexes]);
  const found: PluginSource[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const plugins = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ id: name, root: join(folder, name) }));
    // Contracts of other plugins are inlined, so a change of one is a change of every bundle that could contain it.
    const contracts = await hashOf(plugins.map(({ root }) => join(root, 'contract.ts')));
    for (const { id, root } of plugins) {
      const entry = await readFile(join(root, 'client', 'index.tsx')).catch(() => undefined);
      if (entry) found.push({ id, root, inputs: await hashOf([root], [common, contracts]) });
    }
  }
  return found;
}
