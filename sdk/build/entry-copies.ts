import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const own = '?entry';
const contract = /^(?!@balcao\/sdk\/).*\/contract(\.ts)?$/;
const icon = /^@fluentui\/react-icons\/svg\//;

/**
 * The references and icons that an entry names lie in the entry itself. What it shares with parts that come later would
 * be a file of its own, which everybody fetches at the start for a few words. References compare by id, and icons are
 * drawn alike, so a second copy is as good.
 */
export const entryCopies = (entry: string): Plugin => ({
  name: 'balcao-entry-copies',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer !== entry || !(contract.test(source) || icon.test(source))) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && found.external === false ? { id: `${found.id}${own}`, moduleSideEffects: false } : found;
  },
  async load(id) {
    if (!id.endsWith(own)) return null;
    const file = id.slice(0, -own.length);
    return { code: await readFile(file, 'utf8'), moduleType: file.endsWith('.ts') ? 'ts' : 'js' };
  },
});
