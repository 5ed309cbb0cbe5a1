import type { Plugin } from 'vite';

const loader = /\bimport\(\s*(['"])(\.\/(?:[\w.-]+\/)*start(?:\.tsx?)?)\1\s*\)/g;

/**
 * Inlines modules that an entry imports as `() => import('./…/start.ts')` into the entry's own file. They are part of
 * every page from its beginning, so they arrive with the entries of all plugins and need no request.
 */
export const startModules = (entry: string): Plugin => ({
  name: 'balcao-start-modules',
  enforce: 'pre',
  transform(code, id) {
    if (id !== entry) return null;
    const imports: string[] = [];
    const result = code.replaceAll(loader, (_, _quote, file: string) => {
      const name = `balcaoStart${imports.length}`;
      imports.push(`import * as ${name} from ${JSON.stringify(file)};`);
      return `balcaoStartModule(${name})`;
    });
    imports.push(`import { __startModule as balcaoStartModule } from '@balcao/sdk/client';`);
    return imports.length === 1 ? null : { code: `${imports.join('')}${result}`, map: null };
  },
});
