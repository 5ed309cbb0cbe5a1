import type { Plugin } from 'vite';

const prefix = '\0texts:';

/**
 * Turns `import pt from '../locales/pt.json'` of a plugin's entry into a loader, so that people download only the
 * language they read and the entry stays small. `host.locales` accepts both.
 */
export const lazyTexts = (): Plugin => ({
  name: 'balcao-lazy-texts',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    // `() => import('…')` is a loader already.
    if ((options as { kind?: string }).kind === 'dynamic-import') return null;
    if (!importer || !/\/locales\/\w+\.json$/.test(id) || !/\/client\/index\.tsx?$/.test(importer)) return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    // The name must not end like a JSON file's, or Vite's JSON plugin would handle the loader.
    return found && `${prefix}${found.id}?loader`;
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const file = id.slice(prefix.length, -'?loader'.length);
    return `export default () => import(${JSON.stringify(file)});`;
  },
});
