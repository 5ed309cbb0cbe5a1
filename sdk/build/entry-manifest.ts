import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { PluginManifest } from '../shared/manifest.ts';

/** The page knows a plugin by its id and name. What else the manifest says is the server's, and would only travel. */
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
