// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, renderHook } from '@testing-library/react';
import { Server, type Socket } from 'socket.io';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { room } from '../../shared/contract.ts';

const http = createServer();
const io = new Server(http, { serveClient: false, pingInterval: 3_600_000, cors: { origin: true } });
const page = (globalThis as unknown as { jsdom: { reconfigure(to: { url: string }): void } }).jsdom;
const address = location.href;
const things = room('things');
/** Milliseconds for which the server reports the room as silent. */
let quiet: number;
let browser: Socket | undefined;

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  page.reconfigure({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
  io.on('connection', (socket) =>
    socket.on('join', (_room: unknown, ack: (answer: object) => void) => {
      browser = socket;
      ack({ ok: true, quiet });
    }),
  );
  // A fresh page, which has one socket for its life.
  vi.resetModules();
  const { hostSide } = await import('../host-side.ts');
  const user = { id: 1, name: 'Ana', email: 'a@b.c', profile: 'user', companyId: 1 } as const;
  hostSide.acceptSession({ token: 't', tokenPublicDir: 'm', user });
});
afterAll(async () => {
  (await import('../host-side.ts')).hostSide.dropSession('signed-out');
  page.reconfigure({ url: address });
  await io.close();
});
beforeEach(() => {
  quiet = 3_600_000;
  browser = undefined;
});
afterEach(cleanup);

/** A server that answers on command, each request with the state at its arrival. */
class Answers {
  now = 'old';
  readonly #waiting: (() => void)[] = [];
  asked = 0;
  ask = (): Promise<string> => {
    const read = this.now;
    this.asked += 1;
    return new Promise((resolve) => this.#waiting.push(() => resolve(read)));
  };
  /** Answers the oldest pending request. */
  async answer(): Promise<void> {
    const reply = await vi.waitUntil(() => this.#waiting.shift());
    reply();
  }
}

/** A component that shows one query and joins the room. */
async function show(name: string, changed: (queries: { name: string }) => void = () => undefined) {
  const { QueryClientProvider, useQuery } = await import('@tanstack/react-query');
  const { createElement } = await import('react');
  const { queryClient } = await import('../query-client.ts');
  const { useRoom } = await import('./use-room.ts');
  const answers = new Answers();
  const { result } = renderHook(
    () => {
      const { data } = useQuery({ queryKey: [name], queryFn: answers.ask, staleTime: Infinity });
      const { joined } = useRoom(things, {}, { changed: () => changed({ name }) }, { queryKeys: [[name]] });
      return { data, joined };
    },
    { wrapper: ({ children }) => createElement(QueryClientProvider, { client: queryClient }, children) },
  );
  return { answers, shown: () => result.current, queryClient };
}

const publish = (): unknown => browser?.emit('room', { room: things.id, params: {}, event: 'changed', data: {} });

test('A change between the response and the join is shown once the room is joined', async () => {
  quiet = 0;
  const { answers, shown } = await show('before-joining');
  await answers.answer();
  answers.now = 'new';
  await answers.answer();
  await vi.waitFor(() => expect(shown()).toEqual({ data: 'new', joined: true }));
  expect(answers.asked).toBe(2);
});

test('A change that is announced before the first response arrives is shown, though the response lacks it', async () => {
  const { queryClient } = await import('../query-client.ts');
  const again = ({ name }: { name: string }) => void queryClient.invalidateQueries({ queryKey: [name] });
  const { answers, shown } = await show('first-answer', again);
  await vi.waitFor(() => expect(shown().joined).toBe(true));
  answers.now = 'new';
  publish();
  publish();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await answers.answer();
  await answers.answer();
  await vi.waitFor(() => expect(shown().data).toBe('new'));
  expect(answers.asked).toBe(2);
});

test('Nothing is fetched twice if the room had no message since the reading', async () => {
  const { answers, shown } = await show('silent');
  await answers.answer();
  await vi.waitFor(() => expect(shown()).toEqual({ data: 'old', joined: true }));
  expect(answers.asked).toBe(1);
});
