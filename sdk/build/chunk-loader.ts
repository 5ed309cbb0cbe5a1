import type { Plugin } from 'vite';

/** Replaces the bundler's helper around lazy imports by the page's own: in every entry it would be half of the code. */
export const chunkLoader = (): Plugin => ({
  name: 'balcao-chunk-loader',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? { id: '@balcao/sdk/client', external: true } : null),
});
