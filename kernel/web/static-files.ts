import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'koa';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
};

/** Returns whether a name stays below its folder: no empty, hidden or upward segment. */
export const safeName = (name: string): boolean =>
  name.length < 300 && name.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\\0:]/.test(part));

interface Found {
  path: string;
  size: number;
  encoding?: 'br' | 'gzip';
}

async function find(ctx: Context, path: string): Promise<Found | undefined> {
  const plain = await stat(path).catch(() => undefined);
  if (!plain?.isFile()) return undefined;
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (ctx.acceptsEncodings(encoding) !== encoding) continue;
    const small = await stat(`${path}${suffix}`).catch(() => undefined);
    // A compressed file that is older belongs to former bytes.
    if (small?.isFile() && small.mtimeMs >= plain.mtimeMs)
      return { path: `${path}${suffix}`, size: small.size, encoding };
  }
  return { path, size: plain.size };
}

export const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  short: 'public, max-age=300',
  ask: 'no-cache',
} as const;

export interface SendOptions {
  /** `immutable` where the address changes with the bytes; `ask` where an outdated copy would be harmful. */
  cache: 'immutable' | 'short' | 'ask';
  /** Identifies the bytes; absent: the address does, because it changes with them. */
  tag: string;
}

/** Sends a file below `folder`, compressed when a compressed copy exists. Returns false when there is none. */
export async function sendFile(
  ctx: Context,
  folder: string,
  name: string,
  { cache, tag }: SendOptions,
): Promise<boolean> {
  if (!safeName(name)) return false;
  const found = await find(ctx, join(folder, name));
  if (!found) return false;
  ctx.status = 200;
  ctx.set('Content-Type', types[extname(name).toLowerCase()] ?? 'application/octet-stream');
  ctx.set('Cache-Control', cacheControl[cache]);
  ctx.set('Vary', 'Accept-Encoding');
  ctx.set('ETag', `"${tag}${found.encoding ? `-${found.encoding}` : ''}"`);
  if (found.encoding) ctx.set('Content-Encoding', found.encoding);
  if (ctx.fresh) {
    ctx.status = 304;
    return true;
  }
  ctx.set('Content-Length', String(found.size));
  if (ctx.method !== 'HEAD') ctx.body = await readFile(found.path);
  return true;
}
