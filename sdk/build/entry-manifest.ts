import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { PluginManifest } from '../shared/manifest.ts';

/**
 * Reduces the manifest in the entry to id and name. The rest is used by the server only and would be downloaded for
 * nothing.
 */
export const entryManifest = (folder: string): Plugin => {
  const file = join(folder, 'manifest.ts');
  return {
    name: 'balcao-entry-manifest',
    enforce: 'pre',
    async load(id) {
      if (id !== file) return null;
      const { default: manifest } = (await import(pathToFileURL(file).href)) as {
        default: Pick<PluginManifest, 'id' | 'title'>;
      };
      return `export default ${JSON.stringify({ id: manifest.id, title: manifest.title })};`;
    },
  };
};
