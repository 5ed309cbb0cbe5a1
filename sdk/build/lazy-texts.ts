import type { Plugin } from 'vite';

const prefix = '\0texts:';

/**
 * Turns `import pt from '../locales/pt.json'` of a plugin's entry into a loader, so that people fetch only the language
 * they read and the entry stays small. `host.locales` takes both.
 */
export const lazyTexts = (): Plugin => ({
  name: 'balcao-lazy-texts',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    // Whoever wrote `() => import('…')` has a loader already.
    if ((options as { kind?: string }).kind === 'dynamic-import') return null;
    if (!importer || !/\/locales\/\w+\.json$/.test(id) || !/\/client\/index\.tsx?$/.test(importer)) return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    // Vite's JSON plugin must not take the loader for JSON, so its name may not end as a JSON file's.
    return found && `${prefix}${found.id}?loader`;
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const file = id.slice(prefix.length, -'?loader'.length);
    return `export default () => import(${JSON.stringify(file)});`;
  },
});
