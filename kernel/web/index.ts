/** Serves the browser part: the page, the host's modules, and those of the installed plugins. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import type { InstalledClient } from './installed-client.ts';
import { importMapText, renderPage, type HostBuild } from './page.ts';
import { commonHeaders, newNonce, pageHeaders, workerPolicy } from './policy.ts';
import { StartModules } from './start-modules.ts';
import { cacheControl, safeName, sendFile } from './static-files.ts';

export type { HostBuild } from './page.ts';

/** The functions of a development server that replace built files. */
export interface DevPages {
  /** Serves browser modules, styles and the hot-reload client. Calls `next` for everything else. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Returns the page with hot reload. */
  page(url: string): Promise<string>;
}

export interface WebOptions {
  /** Folder of `host.json`. Not read when `dev` is set. */
  hostDist: string;
  /** Installed plugins that have a browser part, on or off. */
  plugins(): readonly InstalledClient[];
  /** Returns the build that an address names. Absent: of `plugins` only; otherwise of former versions too. */
  build?(plugin: string, hash: string): InstalledClient | undefined;
  /** Returns whether any company has it on: only those are named in the page. Absent: all of them. */
  isUsed?(plugin: string): boolean;
  publicUrl: string;
  /** Origins that may be shown in frames: `https://player.example`. Absent: only the page's own. */
  frames?(): readonly string[];
  dev?: DevPages;
}

const elsewhere = /^\/(api|public|socket\.io|healthz|readyz|metrics)(\/|$)/;

/**
 * Returns the hashes that browsers check: those of external plugins' files, which are stored apart from the page that
 * names their hashes. Whoever can change the platform's own files can change the page as well, so hashes of those would
 * add 10 kB to every page and protect nothing.
 */
function pluginIntegrity(plugins: readonly InstalledClient[]): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { id, build } of plugins.filter(({ firstParty }) => !firstParty)) {
    for (const [name, { integrity }] of Object.entries(build.files)) {
      if (/\.m?js$/.test(name) && !name.startsWith('public/')) all[`/plugins/${id}/${build.hash}/${name}`] = integrity;
    }
  }
  return all;
}

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** Serves `/plugins/<id>/<hash>/<file>` for the page, and `/plugins/<id>/public/<file>` for pages of others. */
async function servePlugin(
  ctx: Context,
  path: string,
  { plugins, build: buildOf }: Pick<WebOptions, 'plugins' | 'build'>,
): Promise<boolean> {
  const [, id = '', part = '', name] = path.match(/^\/plugins\/([a-z0-9-]+)\/([a-z0-9]+)\/(.+)$/) ?? [];
  const present = plugins().find((one) => one.id === id);
  const plugin = part === 'public' || part === present?.build.hash ? present : buildOf?.(id, part);
  if (!plugin || name === undefined) return false;
  const { dir, build } = plugin;
  const file = part === 'public' ? `public/${name}` : name;
  const known = build.files[file];
  if (!known) return false;
  if (part === 'public') {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendFile(ctx, join(dir, 'dist'), file, { cache: 'short', tag: known.integrity.slice(7, 23) });
  }
  if (part !== build.hash || name.startsWith('public/')) return false;
  return sendFile(ctx, join(dir, 'dist'), name, { cache: 'immutable', tag: known.integrity.slice(7, 23) });
}

async function serveHost(ctx: Context, path: string, hostDist: string): Promise<boolean> {
  const name = path.slice('/host/'.length);
  const tag = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return sendFile(ctx, join(hostDist, 'host'), name, { cache: 'immutable', tag });
}

/** Serves the icon and the web app manifest, whose names stay while their bytes change. */
async function serveRoot(ctx: Context, path: string, hostDist: string): Promise<boolean> {
  const name = path.slice(1);
  if (name === '' || !safeName(name)) return false;
  const found = await stat(join(hostDist, 'root', name)).catch(() => undefined);
  if (!found?.isFile()) return false;
  const isWorker = name === 'sw.js';
  if (isWorker) ctx.set('Content-Security-Policy', workerPolicy);
  return sendFile(ctx, join(hostDist, 'root'), name, {
    cache: isWorker ? 'ask' : 'short',
    tag: `${found.size}-${Math.trunc(found.mtimeMs)}`,
  });
}

/**
 * Creates the Koa middleware that answers every path outside the API: modules and files by their addresses, the page
 * for all others. A build that was replaced while running is used from the next page on.
 */
export function createWeb(options: WebOptions): Middleware {
  const { hostDist, plugins, isUsed = () => true, publicUrl, frames, dev } = options;
  const socketOrigin = new URL(publicUrl).origin.replace(/^http/, 'ws');
  let host: HostBuild | undefined;
  let readAt = 0;
  let map: { plugins: string; text: string } | undefined;

  const readHost = async (): Promise<HostBuild> => {
    const path = join(hostDist, 'host.json');
    const { mtimeMs } = await stat(path);
    if (!host || mtimeMs !== readAt) {
      host = JSON.parse(readFileSync(path, 'utf8')) as HostBuild;
      readAt = mtimeMs;
      map = undefined;
    }
    return host;
  };

  const page = async (ctx: Context): Promise<void> => {
    ctx.set({ ...pageHeaders(ctx.get('Sec-Fetch-Site')), 'Cache-Control': 'no-store' });
    ctx.type = 'html';
    ctx.status = 200;
    if (dev) {
      ctx.body = await dev.page(ctx.url);
      return;
    }
    const build = await readHost();
    const installed = plugins().filter(({ id }) => isUsed(id));
    const key = installed.map(({ id, build: { hash } }) => `${id}@${hash}`).join();
    if (map?.plugins !== key) map = { plugins: key, text: importMapText(build, pluginIntegrity(installed)) };
    const { html, policy } = renderPage(build, map.text, newNonce(), { socketOrigin, frames: frames?.() ?? [] });
    ctx.set('Content-Security-Policy', policy);
    ctx.body = html;
  };

  const starts = new StartModules(
    (id) => plugins().find((plugin) => plugin.id === id),
    async () => {
      const { importMap, preloads } = await readHost();
      return (id) => preloads.includes(importMap.imports[id] ?? '');
    },
  );
  const serveStart = async (ctx: Context, name: string): Promise<boolean> => {
    const file = await starts.file(name);
    if (!file) return false;
    const isSmall = ctx.acceptsEncodings('br') === 'br';
    if (isSmall) ctx.set('Content-Encoding', 'br');
    ctx.set('Cache-Control', cacheControl.immutable);
    ctx.set('Vary', 'Accept-Encoding');
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = isSmall ? file.brotli : file.plain;
    return true;
  };

  const serve = async (ctx: Context, path: string): Promise<void> => {
    for (const [name, value] of Object.entries(commonHeaders)) ctx.set(name, value);
    if (path.startsWith('/plugins/')) {
      if (!(await servePlugin(ctx, path, options))) ctx.status = 404;
    } else if (path.startsWith('/host/start/')) {
      if (!(await serveStart(ctx, path.slice('/host/start/'.length)))) ctx.status = 404;
    } else if (path.startsWith('/host/')) {
      if (!(await serveHost(ctx, path, hostDist))) ctx.status = 404;
    } else if (!(await serveRoot(ctx, path, hostDist))) {
      // A missing picture or script must not be answered with a page.
      if (/\.\w{2,5}$/.test(path) && !ctx.get('Accept').includes('text/html')) ctx.status = 404;
      else await page(ctx);
    }
  };

  return async (ctx, next) => {
    if (elsewhere.test(ctx.path) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const path = decoded(ctx.path);
    if (path === undefined) return void (ctx.status = 400);
    if (!dev) return serve(ctx, path);
    const mine = await new Promise<boolean>((resolve) => {
      ctx.res.once('close', () => resolve(true));
      dev.handle(ctx.req, ctx.res, () => resolve(false));
    });
    if (mine) ctx.respond = false;
    else await serve(ctx, path);
  };
}
