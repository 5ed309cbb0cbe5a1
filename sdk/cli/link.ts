import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launcherFolder, writeLauncher } from './launcher.ts';
import { neighbours, productPlugins, type SourceFolder } from './source-folder.ts';

/** Besides the dependencies of the SDK itself: packages that editors, the type checker and tests of plugins need. */
const toolPackages = [
  'axe-core',
  '@testing-library/react',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'playwright-core',
  'typescript',
  'vitest',
];

const programs: Readonly<Record<string, string>> = {
  tsc: 'node_modules/.bin/tsc',
  vitest: 'node_modules/.bin/vitest',
};

/** Creates a link. A correct link is left alone; a real folder is an npm package of the author and stays too. */
async function link(place: string, target: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined);
  if (found && !found.isSymbolicLink()) return false;
  if (found && (await readlink(place)) === target) return false;
  if (found) await rm(place);
  await mkdir(dirname(place), { recursive: true });
  await symlink(target, place);
  return true;
}

/** Returns the target of each package in the plugin's `node_modules`. */
async function targets(source: SourceFolder, checkout: string, env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const modules = join(checkout, 'node_modules');
  const { dependencies = {} } = JSON.parse(await readFile(join(checkout, 'sdk', 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const found = new Map<string, string>([['@balcao/sdk', join(checkout, 'sdk')]]);
  for (const id of await productPlugins(checkout))
    if (id !== source.manifest.id) found.set(`@balcao/${id}`, join(checkout, 'plugins', id));
  for (const [id, folder] of await neighbours(source, env)) found.set(`@balcao/${id}`, folder);
  for (const name of [...Object.keys(dependencies), ...toolPackages]) {
    const place = [modules, join(checkout, 'sdk', 'node_modules')].map((folder) => join(folder, name)).find(existsSync);
    if (place !== undefined) found.set(name, await realpath(place));
  }
  return found;
}

/**
 * Links the packages in a plugin's `node_modules` to the product's own copies, so that editor, type checker and tests
 * use one SDK and one React without an installation. Returns the number of new links.
 */
export async function linkPlugin(source: SourceFolder, checkout: string, env: NodeJS.ProcessEnv): Promise<number> {
  const modules = join(source.root, 'node_modules');
  let made = 0;
  await writeLauncher(source, checkout);
  if (await link(join(modules, 'balcao'), join('..', launcherFolder))) made += 1;
  if (await link(join(modules, '.bin', 'balcao'), join('..', 'balcao', 'balcao.mjs'))) made += 1;
  for (const [name, target] of await targets(source, checkout, env))
    if (await link(join(modules, name), target)) made += 1;
  for (const [name, place] of Object.entries(programs)) {
    const target = await realpath(join(checkout, place)).catch(() => undefined);
    if (target !== undefined && (await link(join(modules, '.bin', name), target))) made += 1;
  }
  return made;
}
