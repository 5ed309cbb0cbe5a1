import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const own = '?entry';
const contract = /^(?!@balcao\/sdk\/).*\/contract(\.ts)?$/;
const icon = /^@fluentui\/react-icons\/svg\//;

/**
 * Copies the references and icons that an entry names into the entry. Shared with parts that are loaded later they
 * would be a file of their own, which everybody downloads at start for a few words. References compare by id and icons
 * look the same, so a second copy works.
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
