import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const own = '?entry';

/**
 * The references that an entry names lie in the entry itself. What it shares with parts that come later would be a file
 * of its own, which everybody fetches at the start for a few words. References compare by id, so a second copy is as good.
 */
export const entryContracts = (entry: string): Plugin => ({
  name: 'balcao-entry-contracts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer !== entry || source.startsWith('@balcao/sdk/') || !/\/contract(\.ts)?$/.test(source)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && found.external === false ? `${found.id}${own}` : found;
  },
  async load(id) {
    if (!id.endsWith(own)) return null;
    return { code: await readFile(id.slice(0, -own.length), 'utf8'), moduleType: 'ts' };
  },
});
