import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hostInputs, pluginSources, sharedInputs, type PluginSource } from './inputs.ts';
import { dist } from './paths.ts';

/** Hash of the inputs of each built part. */
export interface Built {
  shared?: string;
  host?: string;
  plugins: Record<string, string>;
}
/** The parts to build, with the hash of their inputs. */
export interface StaleParts {
  shared?: string;
  host?: string;
  plugins?: PluginSource[];
}

export const readBuilt = (): Promise<Built> =>
  readFile(join(dist, 'built.json'), 'utf8').then(
    (text) => JSON.parse(text) as Built,
    () => ({ plugins: {} }),
  );

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Compares the hashes of the built parts with those of their present inputs. */
export async function findStale(folders?: readonly string[]): Promise<StaleParts> {
  const [built, shared, plugins] = await Promise.all([readBuilt(), sharedInputs(), pluginSources(folders)]);
  const host = await hostInputs(shared);
  const stale: StaleParts = { plugins: [] };
  if (built.shared !== shared || !(await exists(join(dist, 'shared', 'shared.json')))) stale.shared = shared;
  if (stale.shared !== undefined || built.host !== host || !(await exists(join(dist, 'host.json')))) stale.host = host;
  for (const plugin of plugins) {
    const fresh = built.plugins[plugin.id] === plugin.inputs && (await exists(join(plugin.root, 'dist', 'build.json')));
    if (!fresh) stale.plugins?.push(plugin);
  }
  return stale;
}
