import type { Plugin } from 'vite';

/** What the bundler calls round each lazy import lies on the page: in every entry it would be half of the code. */
export const chunkLoader = (): Plugin => ({
  name: 'balcao-chunk-loader',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? { id: '@balcao/sdk/client', external: true } : null),
});
