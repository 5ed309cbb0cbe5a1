/** The development server for browser code: hot reload for host and plugins beside installed bundles. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, esmExternalRequirePlugin, type Plugin } from 'vite';
import { directImports, lazyTexts, sharedIds } from '@balcao/sdk/build';
import { cache, devShared, sharedBase, type DevShared } from './dev-shared.ts';
import { faultBanner, type ShownFault } from './fault-banner.ts';
import { repository, webHost } from './places.ts';

export interface DevOptions {
  /** Folder of the repository. */
  root?: string;
  /** Folders of plugins from outside, or folders that hold such: their source is served too. */
  plugins?: readonly string[];
  /** The kernel's server: hot reload's socket goes through it. */
  httpServer: Server;
  /** Why plugins do not run at this moment; every page that is opened shows it. */
  faults?(): readonly ShownFault[];
  log?(line: string): void;
}
export interface DevMiddleware {
  /** Browser modules and styles. Calls `next` for what is not its own. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** The page, with import map and hot reload. */
  page(url: string): Promise<string>;
  /** Address of a plugin's source entry, for the list of plugins; built files stay at theirs. */
  entryOf(pluginFolder: string): string;
  close(): Promise<void>;
}

/** Shared ids go to the one set; a saved plugin entry tells the host. */
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
    // Before Vite's own scripts: a map that comes after the first module is ignored.
    handler: (html) =>
      html.replace(
        '<head>',
        `<head><script type="importmap">${JSON.stringify({ imports: shared.now.addresses })}</script>`,
      ),
  },
});

/** Lends the page React's fast refresh, for when it exchanges a plugin: its module keeps to itself how it is set off. */
const lentRefresh: Plugin = {
  name: 'balcao-lent-refresh',
  transform: {
    filter: { id: /^\/@react-refresh$/ },
    handler: (code) => `${code}\nglobalThis.balcaoRefresh = { register, performReactRefresh };`,
  },
};

/** A development server answers JSON as a module, which a browser refuses under the attribute that TypeScript asks for. */
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

/** Serves source as it is edited. The policy and the integrity of built pages do not apply here. */
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
    plugins: [lazyTexts(), plainJson, directImports({ icons: false }), sharedInDev(shared), lentRefresh, react()],
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
