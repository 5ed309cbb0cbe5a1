import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { integrityOf, type BuildJson } from '@balcao/sdk/build';
import { createWeb, type HostBuild } from '../index.ts';
import { entryAddress, type InstalledClient } from '../installed-client.ts';

const code = 'export default 1; // '.padEnd(900, 'x');
let folder: string;
let server: Server;
let url: string;
let plugin: InstalledClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-web-'));
  const hostDist = join(folder, 'host-dist');
  const dist = join(folder, 'plugin', 'dist');
  await mkdir(join(hostDist, 'host'), { recursive: true });
  await mkdir(join(hostDist, 'root'), { recursive: true });
  await mkdir(join(dist, 'public'), { recursive: true });
  await writeFile(join(hostDist, 'host', 'host-1.js'), code);
  await writeFile(join(hostDist, 'host', 'host-1.js.br'), brotliCompressSync(code));
  await writeFile(join(hostDist, 'root', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dist, 'client.js'), code);
  await writeFile(join(dist, 'public', 'widget.js'), 'widget');
  await writeFile(join(folder, 'plugin', 'secret.js'), 'secret');
  const described = (text: string) => ({ integrity: integrityOf(Buffer.from(text)), size: text.length });
  const host: HostBuild = {
    template: '<!doctype html><html><head><!--head--></head><body></body></html>',
    importMap: { imports: { react: '/host/shared/react-1.js' } },
    integrity: { '/host/host-1.js': integrityOf(Buffer.from(code)) },
    entry: '/host/host-1.js',
    preloads: [],
    style: 'html{margin:0}',
    fonts: [],
  };
  await writeFile(join(hostDist, 'host.json'), JSON.stringify(host));
  const build: BuildJson = {
    sdk: '1.0.0',
    hash: 'abc123',
    entry: 'client.js',
    files: { 'client.js': described(code), 'public/widget.js': described('widget') },
  };
  plugin = { id: 'sample', dir: join(folder, 'plugin'), build };
  const app = new Koa();
  app.use(
    createWeb({
      hostDist,
      plugins: () => [plugin],
      publicUrl: 'https://balcao.example',
      frames: () => ['https://player.example', 'https://evil.example; script-src *'],
    }),
  );
  app.use((ctx) => {
    ctx.body = 'api';
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

test('Every path outside the API is answered with the page, never cached, under a strict policy', async () => {
  const response = await get('/anything/at/all', { accept: 'text/html' });
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, map = ''] = html.match(/<script type="importmap">(.*?)<\/script>/s) ?? [];
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(policy).toContain(`'sha256-${createHash('sha256').update(map).digest('base64')}'`);
  // The only other script in the page may run too, and no third one.
  const [, start = ''] = html.match(/<script>(.*?)<\/script>/s) ?? [];
  expect(policy).toContain(`'sha256-${createHash('sha256').update(start).digest('base64')}'`);
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(policy).toContain(`default-src 'none'`);
  expect(policy).toContain(`require-trusted-types-for 'script'`);
  expect(policy).toContain('wss://balcao.example');
  expect(policy).toContain(`frame-src 'self' blob: https://player.example;`);
  expect(policy).not.toContain('evil');
  expect(policy).not.toMatch(/unsafe-/);
  const [, nonce = ''] = html.match(/csp-nonce" nonce="([^"]+)"/) ?? [];
  expect(policy).toContain(`'nonce-${nonce}'`);
  expect(await (await get('/', { accept: 'text/html' })).text()).not.toContain(nonce);
});

test('The page cuts off windows of other sites that opened it, and not where a person came directly', async () => {
  const policyFrom = async (headers: Record<string, string>) =>
    (await get('/tickets', { accept: 'text/html', ...headers })).headers.get('cross-origin-opener-policy');
  expect(await policyFrom({ 'sec-fetch-site': 'cross-site' })).toBe('same-origin-allow-popups');
  expect(await policyFrom({ 'sec-fetch-site': 'same-site' })).toBe('same-origin-allow-popups');
  // Browsers that do not tell.
  expect(await policyFrom({})).toBe('same-origin-allow-popups');
  expect(await policyFrom({ 'sec-fetch-site': 'none' })).toBeNull();
  expect(await policyFrom({ 'sec-fetch-site': 'same-origin' })).toBeNull();
});

test('Browsers check the files of every external plugin, and those the page starts with, against their hashes', async () => {
  const html = await (await get('/', { accept: 'text/html' })).text();
  const map = JSON.parse(html.match(/<script type="importmap">(.*?)<\/script>/s)?.[1] ?? '{}') as { integrity: object };
  expect(html).toContain(`src="/host/host-1.js" integrity="${integrityOf(Buffer.from(code))}"`);
  expect(map.integrity).toEqual({
    '/plugins/sample/abc123/client.js': plugin.build.files['client.js']?.integrity,
  });
});

test('The page contains no hash of a plugin that is part of the platform', async () => {
  const outside = plugin;
  plugin = { ...outside, build: { ...outside.build, hash: 'def456' }, firstParty: true };
  const html = await (await get('/', { accept: 'text/html' })).text();
  plugin = outside;
  expect(html).not.toContain('/plugins/sample/');
});

test('Files whose address changes with their bytes are cached for ever, and compressed where the browser accepts it', async () => {
  for (const address of ['/host/host-1.js', entryAddress(plugin)]) {
    const response = await get(address, { 'accept-encoding': 'br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(code);
  }
  const small = await get('/host/host-1.js', { 'accept-encoding': 'br' });
  expect(small.headers.get('content-encoding')).toBe('br');
  const again = await get('/host/host-1.js', {
    'accept-encoding': 'br',
    'if-none-match': small.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  });
  expect(again.status).toBe(304);
  const plain = await get('/host/host-1.js', { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test('Files that a plugin offers to pages of others may be loaded from anywhere, and are not cached for ever', async () => {
  const response = await get('/plugins/sample/public/widget.js');
  expect(await response.text()).toBe('widget');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).not.toContain('immutable');
});

test('Only built files are served: no older hash, no source, no parent folder', async () => {
  for (const path of [
    '/plugins/sample/000000/client.js',
    '/plugins/sample/abc123/build.json',
    '/plugins/sample/abc123/../secret.js',
    '/plugins/sample/abc123/..%2fsecret.js',
    '/plugins/sample/abc123/%2e%2e/secret.js',
    '/plugins/sample/public/..%2f..%2fsecret.js',
    '/plugins/other/abc123/client.js',
    '/host/..%2fhost.json',
    '/host/host-2.js',
  ]) {
    const response = await get(path);
    expect([path, response.status === 404 || (await response.text()).startsWith('<!doctype html>')]).toEqual([
      path,
      true,
    ]);
  }
});

test('A missing picture is answered with 404, not with a page', async () => {
  expect((await get('/nothing.png', { accept: 'image/*' })).status).toBe(404);
  expect((await get('/icon.svg', { accept: 'image/*' })).headers.get('content-type')).toBe('image/svg+xml');
});

test('A path that cannot be decoded is a bad request', async () => {
  expect((await get('/%E0%A4%A')).status).toBe(400);
});

test('Paths of the API, media and health are left to others', async () => {
  for (const path of ['/api/x', '/public/x', '/socket.io/x', '/healthz', '/readyz', '/metrics']) {
    expect(await (await get(path)).text()).toBe('api');
  }
});
