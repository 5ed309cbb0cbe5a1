/**
 * Writes the plugins of the documentation pages into folders outside the repository, complete, as a reader would type
 * them.
 */
import { mkdir, mkdtemp, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isWalked, type Block, type Page } from './pages.ts';

export interface AssembledPlugin {
  /** The page that shows it. */
  page: string;
  id: string;
  folder: string;
  hasClient: boolean;
}
export interface Assembled {
  folder: string;
  plugins: AssembledPlugin[];
}

const skeletonPage = 'sdk/docs/how-to/README.md';
const idIn = (blocks: readonly Block[]): string | undefined =>
  blocks.find(({ file }) => file === 'manifest.ts')?.code.match(/^\s*id: '([^']+)'/m)?.[1];

async function write(folder: string, file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Links the repository's packages, with the pages' own plugins beside the platform's. */
async function linkPackages(root: string, folder: string): Promise<void> {
  const modules = path.join(root, 'node_modules');
  await mkdir(path.join(folder, 'node_modules', '@balcao'), { recursive: true });
  for (const name of await readdir(modules)) {
    if (name === '@balcao' || name === '.cache') continue;
    await symlink(path.join(modules, name), path.join(folder, 'node_modules', name));
  }
  for (const name of await readdir(path.join(modules, '@balcao'))) {
    const target = await realpath(path.join(modules, '@balcao', name));
    await symlink(target, path.join(folder, 'node_modules', '@balcao', name));
  }
}

const tsconfig = (root: string): string =>
  JSON.stringify({
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { types: ['node', '@balcao/testing/vitest'] },
    include: ['plugins'],
    exclude: ['node_modules'],
  });

export async function assemble(root: string, pages: readonly Page[]): Promise<Assembled> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'balcao-docs-')));
  await linkPackages(root, folder);
  await writeFile(path.join(folder, 'tsconfig.json'), tsconfig(root));
  const skeleton = pages.find(({ path: file }) => file === skeletonPage)?.blocks ?? [];
  const plugins: AssembledPlugin[] = [];
  for (const page of pages) {
    if (page.path === skeletonPage || isWalked(page)) continue;
    const named = page.blocks.filter(({ file }) => file !== undefined);
    for (const of of new Set(named.map(({ plugin }) => plugin))) {
      const blocks = named.filter(({ plugin }) => plugin === of);
      const id = idIn(blocks);
      if (id === undefined) throw new Error(`${page.path}: no block is a manifest.ts${of ? ` of ${of}` : ''}`);
      const target = path.join(folder, 'plugins', id);
      const description = {
        name: `balcao-plugin-${id}`,
        private: true,
        type: 'module',
        exports: { './contract': './contract.ts' },
      };
      await write(target, 'package.json', JSON.stringify(description));
      for (const { file, code } of [...skeleton, ...blocks]) if (file !== undefined) await write(target, file, code);
      await symlink(target, path.join(folder, 'node_modules', '@balcao', id));
      plugins.push({
        page: page.path,
        id,
        folder: target,
        hasClient: blocks.some(({ file }) => file === 'client/index.tsx'),
      });
    }
  }
  return { folder, plugins };
}
