import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compress } from './compress.ts';

const list = { rows: Array.from({ length: 200 }, (_, id) => ({ id, name: `Atenção ${id}` })) };
const app = new Koa();
app.use(compress);
app.use(async (ctx) => {
  if (ctx.path === '/list') ctx.body = list;
  else if (ctx.path === '/page') {
    ctx.type = 'html';
    ctx.body = `<p>${'olá '.repeat(1000)}</p>`;
  } else if (ctx.path === '/file') {
    ctx.type = 'image/png';
    ctx.body = Buffer.alloc(10_000);
  } else ctx.body = { short: true };
});
const server = createServer(app.callback());
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const ask = async (path: string, encodings: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> => {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': encodings } });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { headers: response.headers, body: Buffer.concat(chunks) };
};

it('A long list is sent compressed as the browser asks, and has the same content', async () => {
  const brotli = await ask('/list', 'gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
  expect(JSON.parse(brotliDecompressSync(brotli.body).toString())).toEqual(list);
  const gzipped = await ask('/list', 'gzip');
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzipped.body).toString())).toEqual(list);
  expect(Math.max(brotli.body.length, gzipped.body.length)).toBeLessThan(JSON.stringify(list).length / 2);
});

it('A page is sent compressed', async () => {
  const { headers, body } = await ask('/page', 'br');
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
  expect(brotliDecompressSync(body).toString()).toContain('olá');
});

it('Clients that accept no compression get plain responses, and so do requests for files and short answers', async () => {
  const plain = await ask('/list', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(plain.body.toString())).toEqual(list);
  expect((await ask('/file', 'br')).headers['content-encoding']).toBeUndefined();
  expect((await ask('/short', 'br')).headers['content-encoding']).toBeUndefined();
});
