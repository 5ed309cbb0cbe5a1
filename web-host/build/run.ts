/** The build process: reads the stale parts as JSON, prints a line for each part built, and exits. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BundleError, buildPlugin } from '@balcao/sdk/build';
import { buildHost } from './host.ts';
import { dist } from './paths.ts';
import { buildShared, type SharedBuild } from './shared.ts';
import { readBuilt, type StaleParts } from './stale.ts';

const stale = JSON.parse(process.argv[2] ?? '{}') as StaleParts;
const built = await readBuilt();
let failed = false;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const storeBuilt = async (): Promise<void> => {
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, `built.${process.pid}.json`), JSON.stringify(built, null, 1));
  await rename(join(dist, `built.${process.pid}.json`), join(dist, 'built.json'));
};

async function hostAndShared(): Promise<void> {
  const { shared, host } = stale;
  if (shared !== undefined) {
    const since = performance.now();
    await buildShared(join(dist, `shared.${process.pid}`));
    await rm(join(dist, 'shared'), { recursive: true, force: true });
    await rename(join(dist, `shared.${process.pid}`), join(dist, 'shared'));
    built.shared = shared;
    await storeBuilt();
    console.log(`  shared modules  ${seconds(since)}`);
  }
  if (host !== undefined) {
    const since = performance.now();
    await buildHost(dist, JSON.parse(await readFile(join(dist, 'shared', 'shared.json'), 'utf8')) as SharedBuild);
    built.host = host;
    await storeBuilt();
    console.log(`  host  ${seconds(since)}`);
  }
}

async function onePlugin({ id, root, inputs }: NonNullable<StaleParts['plugins']>[number]): Promise<void> {
  const since = performance.now();
  try {
    await buildPlugin({ root });
    built.plugins[id] = inputs;
    console.log(`  ${id}  ${seconds(since)}`);
  } catch (error) {
    // A plugin that cannot be built must not stop the others.
    failed = true;
    delete built.plugins[id];
    console.error(
      error instanceof BundleError ? error.message : `The browser part of ${root} was not built: ${String(error)}`,
    );
  }
}

async function allPlugins(): Promise<void> {
  for (const plugin of stale.plugins ?? []) await onePlugin(plugin);
}

const whole = await Promise.all([
  hostAndShared().then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    },
  ),
  allPlugins(),
]);
await storeBuilt();
process.exitCode = !whole[0] ? 1 : failed ? 3 : 0;
