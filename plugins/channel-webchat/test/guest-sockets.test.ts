import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { visitorRoom } from '../contract.ts';
import { ChatFixture, startFixtures } from './chat-fixture.ts';

let host: TestHost;
const open: Socket[] = [];
beforeAll(async () => {
  host = await startFixtures();
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(() => host?.close());

/** Opens a socket with a chat’s address, as anybody can. */
const guest = (shop: ChatFixture, ip: string, token = ''): Socket => {
  const socket = io(host.url, {
    path: '/socket.io',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { address: shop.site.address, token },
    extraHeaders: { origin: 'https://loja.example', 'x-forwarded-for': ip },
  });
  open.push(socket);
  return socket;
};
const ended = (socket: Socket): Promise<string> => new Promise((resolve) => socket.once('disconnect', resolve));
const join = async (socket: Socket, params: unknown): Promise<{ ok?: true; error?: string }> =>
  (await socket.emitWithAck('join', { room: visitorRoom.id, params })) as { ok?: true; error?: string };

test('A socket without a valid visitor token is closed after a while, and a visitor’s stays open', async () => {
  const shop = await ChatFixture.of(host);
  const visitor = shop.visitor();
  await visitor.begin();
  const known = guest(shop, '198.51.100.20', visitor.token);
  expect(await join(known, { visitor: visitor.id })).toEqual({ ok: true });
  const stranger = guest(shop, '198.51.100.21');
  expect((await join(stranger, { visitor: visitor.id })).error).toBe('ERR_NO_PERMISSION');
  expect(await ended(stranger)).toBe('io server disconnect');
  expect(known.connected).toBe(true);
});

test('One network has a limited number of guests’ sockets, and others go on', async () => {
  const shop = await ChatFixture.of(host);
  const many = Array.from({ length: 103 }, () => guest(shop, '198.51.100.22'));
  const cut = many.map(async (socket) => {
    await ended(socket);
    return socket;
  });
  await Promise.race(cut);
  const visitor = shop.visitor();
  await visitor.begin();
  const elsewhere = guest(shop, '198.51.100.23', visitor.token);
  expect(await join(elsewhere, { visitor: visitor.id })).toEqual({ ok: true });
});

test('A guest who sends too many or too large messages is ignored, at no cost', async () => {
  const shop = await ChatFixture.of(host);
  const visitor = shop.visitor();
  await visitor.begin();
  const socket = guest(shop, '198.51.100.24', visitor.token);
  expect((await join(socket, { visitor: visitor.id, more: 'x'.repeat(90_000) })).error).toBe('ERR_TOO_MANY_REQUESTS');
  const answers = await Promise.all(Array.from({ length: 80 }, () => join(socket, { visitor: visitor.id })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(59);
  expect(answers.filter(({ error }) => error === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(21);
});
