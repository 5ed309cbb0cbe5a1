/** Builds the browser side of a repository: the shared modules, the host, and the browser parts of plugins. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findStale } from './stale.ts';

export { dist as hostDist } from './paths.ts';

// The bundler is loaded only when something is stale: a start with fresh code must not wait for it.
export const buildShared = async (...options: Parameters<typeof import('./shared.ts').buildShared>) =>
  (await import('./shared.ts')).buildShared(...options);
export const buildHost = async (...options: Parameters<typeof import('./host.ts').buildHost>) =>
  (await import('./host.ts')).buildHost(...options);

export interface BuildStaleOptions {
  log(line: string): void;
  /** Folders that contain plugins; the repository's when absent. */
  pluginFolders?: readonly string[];
}
export interface BuildStaleResult {
  /** False when a plugin's browser part was refused; the log has the reason. Everything else is built. */
  complete: boolean;
}

/** Builds what changed since the last build. Throws when the host cannot be built. */
export async function buildStale({ log, pluginFolders }: BuildStaleOptions): Promise<BuildStaleResult> {
  const stale = await findStale(pluginFolders);
  const plugins = stale.plugins ?? [];
  if (stale.host === undefined && plugins.length === 0) return { complete: true };
  const what = [stale.shared && 'shared modules', stale.host && 'host', ...plugins.map(({ id }) => id)].filter(Boolean);
  log(`Building browser code: ${what.join(', ')}`);
  // A separate process: the bundler's memory is released with it, and it sets NODE_ENV for its whole process.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), JSON.stringify(stale)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', log);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && code !== 3) throw new Error('The browser code could not be built; the lines above say why.');
  return { complete: code === 0 };
}
