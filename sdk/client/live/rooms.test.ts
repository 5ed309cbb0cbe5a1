// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

type HostSide = (typeof import('../host-side.ts'))['hostSide'];
type Listener = Parameters<HostSide['joinRoom']>[2];

const http = createServer();
const io = new Server(http, { serveClient: false, pingInterval: 3_600_000, cors: { origin: true } });
const page = (globalThis as unknown as { jsdom: { reconfigure(to: { url: string }): void } }).jsdom;
const address = location.href;
let hostSide: HostSide;
/** The server's answer to a join. */
let answer: (room: string, joinRequests: number) => object;
let joinRequests: Record<string, number>;

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  io.on('connection', (socket) =>
    socket.on('join', ({ room }: { room: string }, ack: (answer: object) => void) => {
      joinRequests[room] = (joinRequests[room] ?? 0) + 1;
      ack(answer(room, joinRequests[room]));
    }),
  );
});
afterAll(() => io.close());

beforeEach(async () => {
  joinRequests = {};
  answer = () => ({ ok: true });
  page.reconfigure({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
  // A fresh page, which has one socket for its life.
  vi.resetModules();
  ({ hostSide } = await import('../host-side.ts'));
  const user = { id: 1, name: 'Ana', email: 'a@b.c', profile: 'user', companyId: 1 } as const;
  hostSide.acceptSession({ token: 't', tokenPublicDir: 'm', user });
});
afterEach(() => {
  hostSide.dropSession('signed-out');
  vi.useRealTimers();
  vi.restoreAllMocks();
  page.reconfigure({ url: address });
});

const listener = (own: Partial<Listener> = {}): Listener => ({ onMessage() {}, onJoined() {}, onLeft() {}, ...own });
const broken = (): never => {
  throw new Error('a plugin’s own trouble');
};

test('A listener that throws on joining or losing its room does not affect the other listeners', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const received: string[] = [];
  hostSide.joinRoom('shared', {}, listener({ onJoined: broken, onLeft: broken }));
  for (const room of ['shared', 'other'])
    hostSide.joinRoom(
      room,
      {},
      listener({
        onJoined: (again) => void received.push(`${room} ${again ? 'again' : 'joined'}`),
        onLeft: () => void received.push(`${room} left`),
      }),
    );
  await vi.waitFor(() => expect(received.toSorted()).toEqual(['other joined', 'shared joined']));
  received.length = 0;
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
  await vi.waitFor(() => expect(received.toSorted()).toEqual(['other left', 'shared left']));
});

test('A room that the server cannot open for a while is joined later, however long that takes', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = (_room, times) => (times <= 25 ? { error: 'ERR_DATABASE_UNAVAILABLE' } : { ok: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const joined: boolean[] = [];
  hostSide.joinRoom('slow', {}, listener({ onJoined: (again) => void joined.push(again) }));
  const eventTurn = () => new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 400 && joined.length === 0; turn += 1) {
    await eventTurn();
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect({ joined, asked: joinRequests['slow'] }).toEqual({ joined: [false], asked: 26 });
});

test('A room from which the server removed the page is joined again once the permissions allow it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let isAllowed = true;
  answer = () => (isAllowed ? { ok: true } : { error: 'ERR_NO_PERMISSION' });
  const received: string[] = [];
  const own = listener({
    onJoined: (again) => void received.push(again ? 'again' : 'joined'),
    onLeft: () => void received.push('left'),
    onRefused: (code) => void received.push(code),
  });
  hostSide.joinRoom('list', { all: true }, own);
  hostSide.joinRoom('list', { queueId: 3 }, listener());
  await vi.waitFor(() => expect(received).toEqual(['joined']));
  isAllowed = false;
  io.emit('left', '7/list/[["all",true]]');
  await vi.waitFor(() => expect(received).toEqual(['joined', 'left', 'ERR_NO_PERMISSION']));
  const permission = { room: 'kernel.company', params: {}, event: 'permission', data: {} };
  io.emit('room', permission);
  await vi.waitFor(() => expect(received).toEqual(['joined', 'left', 'ERR_NO_PERMISSION', 'ERR_NO_PERMISSION']));
  isAllowed = true;
  io.emit('room', permission);
  await vi.waitFor(() => expect(received.at(-1)).toBe('again'));
  // The other room was joined all the time.
  expect(joinRequests['list']).toBe(5);
});

test('A room that was refused is joined when the server says that the person may see more', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let isAllowed = false;
  answer = (room) => (room !== 'chat' || isAllowed ? { ok: true } : { error: 'ERR_NO_PERMISSION' });
  const received: string[] = [];
  hostSide.joinRoom(
    'chat',
    { chatId: 7 },
    listener({ onJoined: () => void received.push('joined'), onRefused: (code) => void received.push(code) }),
  );
  await vi.waitFor(() => expect(received).toEqual(['ERR_NO_PERMISSION']));
  isAllowed = true;
  io.emit('may-join');
  await vi.waitFor(() => expect(received).toEqual(['ERR_NO_PERMISSION', 'joined']));
});

test.each(['ERR_TIMEOUT', 'ERR_PLUGIN_FAILING', 'ERR_TOO_MANY_REQUESTS'])(
  'A room whose join is answered with %s, as by a server under load, is joined later',
  async (error) => {
    answer = (_room, times) => (times === 1 ? { error } : { ok: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const joined: boolean[] = [];
    hostSide.joinRoom('slow', {}, listener({ onJoined: (again) => void joined.push(again) }));
    for (let turn = 0; turn < 100 && joined.length === 0; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect({ joined, asked: joinRequests['slow'] }).toEqual({ joined: [false], asked: 2 });
  },
);

test('A browser that joins a room refetches only what it read before the room’s last message', async () => {
  const { queryClient } = await import('../query-client.ts');
  const read = (name: string) => queryClient.fetchQuery({ queryKey: [name], queryFn: () => name });
  const early = performance.now();
  await read('thing');
  const judge = async (room: string) => {
    let missed: ((reading: number) => boolean) | undefined;
    let names: unknown[] = [];
    hostSide.joinRoom(
      room,
      {},
      listener({
        onJoined: (_again, isMissed) => {
          missed = isMissed;
          names = queryClient
            .getQueryCache()
            .findAll({ predicate: isMissed })
            .map(({ queryKey }) => queryKey[0]);
        },
      }),
    );
    await vi.waitFor(() => expect(missed).toBeDefined());
    return { names, missed: missed?.(early) };
  };
  // No message since before the page was opened; one a moment ago; a server that does not report it.
  answer = (room) => ({
    ok: true,
    ...(room === 'silent' ? { quiet: 3_600_000 } : room === 'lively' ? { quiet: 0 } : {}),
  });
  expect(await judge('silent')).toEqual({ names: [], missed: false });
  expect(await judge('lively')).toEqual({ names: ['thing'], missed: true });
  expect(await judge('old')).toEqual({ names: ['thing'], missed: true });
});

test('A message that a second room carries reaches the memberships with its parameters alone', async () => {
  const heard: string[] = [];
  const joined: string[] = [];
  const follow = (name: string, room: string, params: object) =>
    hostSide.joinRoom(
      room,
      params as Record<string, unknown>,
      listener({
        onJoined: () => void joined.push(name),
        onMessage: (event) => void heard.push(`${name} ${event}`),
      }),
    );
  follow('chat', 'chat', { chatId: 1 });
  follow('ana', 'person', { userId: 7 });
  follow('bia', 'person', { userId: 8 });
  follow('queue', 'list', { userId: 7, queueId: 2 });
  follow('all', 'list', {});
  await vi.waitFor(() => expect(joined).toHaveLength(5));
  const tell = (event: string, via: string, of: unknown) =>
    io.emit('room', { room: 'chat', params: { chatId: 1 }, event, data: {}, via, of });
  tell('one', 'person', [[['userId'], [6, 7]]]);
  tell('two', 'list', [
    [
      ['queueId', 'userId'],
      [1, 7, 2, 7],
    ],
  ]);
  tell('three', 'list', [[[], []]]);
  tell('four', 'person', [[['userId'], [9]]]);
  await vi.waitFor(() => expect(heard).toContain('chat four'));
  expect(heard).toEqual(['chat one', 'ana one', 'chat two', 'queue two', 'chat three', 'all three', 'chat four']);
});
