import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { once } from 'node:events';
import Koa from 'koa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '@balcao/sdk/server';
import { limitOpenBodies } from './open-bodies.ts';

let server: Server;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.status = error.status;
      ctx.body = error.code;
    }
  });
  app.use(limitOpenBodies({ max: 3, idleMs: 300 }));
  app.use(async (ctx) => {
    let bytes = 0;
    for await (const chunk of ctx.req) bytes += (chunk as Buffer).length;
    ctx.body = `read ${bytes}`;
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends the headers of a request with ten bytes and none of the bytes yet. */
const halfSent = async (): Promise<Socket & { received: string }> => {
  const socket = Object.assign(connect(port, '127.0.0.1'), { received: '' });
  sockets.push(socket);
  socket.on('data', (chunk: Buffer) => (socket.received += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  return socket;
};
const receives = (socket: { received: string }, text: string) => expect.poll(() => socket.received).toContain(text);

test('A client that stops sending in the middle of a body is disconnected', async () => {
  const socket = await halfSent();
  await once(socket, 'close');
  expect(socket.received).toBe('');
});

test('A slow client that keeps sending is not disconnected, and its connection serves later requests', async () => {
  const socket = await halfSent();
  for (let byte = 0; byte < 10; byte += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    socket.write('x');
  }
  await receives(socket, 'read 10');
  await new Promise((resolve) => setTimeout(resolve, 400));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd');
  await receives(socket, 'read 4');
});

test('One address may have a limited number of unfinished bodies, and may send again once they arrived', async () => {
  const held = [await halfSent(), await halfSent(), await halfSent()];
  const keep = setInterval(() => held.slice(1).forEach((socket) => socket.write('x')), 50);
  try {
    await expect
      .poll(async () => {
        const fourth = await halfSent();
        await expect.poll(() => fourth.received, { timeout: 5_000 }).not.toBe('');
        return fourth.received;
      })
      .toMatch(/^HTTP\/1.1 429 .*Connection: close.*ERR_TOO_MANY_REQUESTS/s);
    held[0]?.write('0123456789');
    await receives(held[0] as Socket & { received: string }, 'read 10');
    const next = await halfSent();
    next.write('0123456789');
    await receives(next, 'read 10');
  } finally {
    clearInterval(keep);
  }
});

test('Requests without a body, or with a complete one, are not counted', async () => {
  await Promise.all([halfSent(), halfSent(), halfSent()]);
  const got = await fetch(`http://127.0.0.1:${port}/`);
  expect(await got.text()).toBe('read 0');
});
