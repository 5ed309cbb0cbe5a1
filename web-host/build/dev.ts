/** The development server for browser code: hot reload for the host and local plugins beside installed bundles. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, esmExternalRequirePlugin, type Plugin } from 'vite';
import { directImports, lazyTexts, sharedIds } from '@balcao/sdk/build';
import { cache, devShared, sharedBase, type DevShared } from './dev-shared.ts';
import { faultBanner, type ShownFault } from './fault-banner.ts';
import { repository, webHost } from './paths.ts';

export interface DevOptions {
  /** Folder of the repository. */
  root?: string;
  /** Folders of external plugins, or folders that contain such folders; their source is served too. */
  plugins?: readonly string[];
  /** The kernel's server; the hot-reload socket is attached to it. */
  httpServer: Server;
  /** Plugins that are not running now, with the reason; shown on every page that is opened. */
  faults?(): readonly ShownFault[];
  log?(line: string): void;
}
export interface DevMiddleware {
  /** Serves browser modules and styles. Calls `next` for any other request. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Returns the page, with import map and hot reload. */
  page(url: string): Promise<string>;
  /** Returns the address of a plugin's source entry, for the list of plugins; built files keep their addresses. */
  entryOf(pluginFolder: string): string;
  close(): Promise<void>;
}

/** Resolves shared ids to the one shared set, and makes a saved plugin entry report to the host. */
const sharedInDev = (shared: { now: DevShared }): Plugin => ({
  name: 'balcao-shared-dev',
  enforce: 'pre',
  resolveId: (id) => {
    const address = shared.now.addresses[id];
    return address === undefined ? undefined : { id: address, external: true };
  },
  transform: (code, id) =>
    id.endsWith('/client/index.tsx')
      ? `${code}\nif (import.meta.hot) import.meta.hot.accept((next) => next && globalThis.balcaoSwap?.(next.default));`
      : undefined,
  transformIndexHtml: {
    order: 'post',
    // Runs before Vite's own scripts: the browser ignores an import map that follows the first module.
    handler: (html) =>
      html.replace(
        '<head>',
        `<head><script type="importmap">${JSON.stringify({ imports: shared.now.addresses })}</script>`,
      ),
  },
});

/** Exposes React's fast refresh to the page, which uses it when a plugin is replaced: its module does not export how to trigger it. */
const exposedRefresh: Plugin = {
  name: 'balcao-exposed-refresh',
  transform: {
    filter: { id: /^\/@react-refresh$/ },
    handler: (code) => `${code}\nglobalThis.balcaoRefresh = { register, performReactRefresh };`,
  },
};

/**
 * The development server serves JSON as a module, which browsers refuse under the import attribute that TypeScript
 * requires.
 */
const plainJson: Plugin = {
  name: 'balcao-plain-json',
  transform: (code) => {
    const plain = code.replaceAll(
      /(\bimport\([^()]*\.json['"]),\s*\{\s*with:\s*\{\s*type:\s*['"]json['"]\s*\}\s*\}\s*\)/g,
      '$1)',
    );
    return plain === code ? undefined : { code: plain, map: null };
  },
};

/** Serves source as it is edited. The content policy and the integrity of built pages do not apply here. */
export async function createDevMiddleware({
  root = repository,
  plugins = [],
  httpServer,
  faults = () => [],
  log = console.log,
}: DevOptions): Promise<DevMiddleware> {
  const shared = { now: await devShared() };
  const vite = await createServer({
    configFile: false,
    root: webHost,
    cacheDir: join(cache, 'vite'),
    mode: 'development',
    appType: 'custom',
    publicDir: join(webHost, 'root'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [lazyTexts(), plainJson, directImports({ icons: false }), sharedInDev(shared), exposedRefresh, react()],
    server: {
      middlewareMode: true,
      hmr: { server: httpServer, path: '/@hmr' },
      preTransformRequests: false,
      fs: { allow: [root, repository, ...plugins] },
    },
    optimizeDeps: {
      entries: [
        'runtime/main.tsx',
        join(root, 'plugins/*/client/index.tsx'),
        ...plugins.flatMap((folder) => [join(folder, 'client/index.tsx'), join(folder, '*/client/index.tsx')]),
      ],
      rolldownOptions: { plugins: [esmExternalRequirePlugin({ external: [...sharedIds] })] },
    },
  });

  const client = join(repository, 'sdk', 'client');
  let rebuilding: ReturnType<typeof setTimeout> | undefined;
  vite.watcher.add(client);
  vite.watcher.on('change', (file) => {
    if (!file.startsWith(client) || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(rebuilding);
    rebuilding = setTimeout(async () => {
      try {
        shared.now = await devShared();
        vite.moduleGraph.invalidateAll();
        vite.ws.send({ type: 'full-reload' });
      } catch (error) {
        log(String(error));
      }
    }, 150);
  });

  const sendShared = (response: ServerResponse, name: string): void => {
    if (!/^[\w.-]+\.js$/.test(name)) return void response.writeHead(404).end();
    const file = createReadStream(join(shared.now.folder, name));
    file.on('error', () => response.writeHead(404).end());
    file.once('open', () => {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' });
      file.pipe(response);
    });
  };

  return {
    handle: (request, response, next) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      if (path.startsWith(sharedBase)) sendShared(response, path.slice(sharedBase.length));
      else if (path === '/' || path === '/index.html') next();
      else vite.middlewares(request, response, next);
    },
    page: async (url) => {
      const page = await vite.transformIndexHtml(url, await readFile(join(webHost, 'index.html'), 'utf8'));
      return page.replace('</body>', () => `${faultBanner(faults())}</body>`);
    },
    entryOf: (pluginFolder) => `/@fs${resolve(pluginFolder)}/client/index.tsx`,
    close: async () => {
      clearTimeout(rebuilding);
      await vite.close();
    },
  };
}
