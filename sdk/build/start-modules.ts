import type { Plugin } from 'vite';

const loader = /\bimport\(\s*(['"])(\.\/(?:[\w.-]+\/)*start(?:\.tsx?)?)\1\s*\)/g;

/**
 * What an entry imports as `() => import('./…/start.ts')` stands on every page from its beginning: it lies in the entry's
 * own file, so that it comes with the entries of all plugins and costs no request.
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
