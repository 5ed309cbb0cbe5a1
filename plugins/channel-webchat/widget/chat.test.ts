// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatConfig, ChatSession } from '../contract.ts';
import { Chat } from './chat.ts';
import { PageStorage } from './page-storage.ts';
import { CallError, type ChatServer } from './server.ts';

vi.mock('./visitor-socket.ts', () => ({
  VisitorSocket: class {
    close() {}
    reconnect() {}
    send() {}
  },
}));
beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

/** A server that knows these tokens. */
class FakeServer {
  token: string | undefined;
  asksName = false;
  readonly known = new Set<string>();
  readonly written: string[] = [];
  #made = 0;

  async session({ token, name }: { token?: string; name?: string }): Promise<ChatSession> {
    if (token !== undefined && !this.known.has(token)) throw new CallError(401, 'ERR_SESSION_EXPIRED');
    if (token === undefined && this.asksName && name === undefined) throw new CallError(400, 'ERR_VALIDATION');
    const given = token ?? `made-${(this.#made += 1)}`;
    this.known.add(given);
    const session = { token: given, visitor: { id: given, name: name ?? 'Visitante' }, messages: [], hasMore: false };
    return session as unknown as ChatSession;
  }
  async write(id: string, body: string) {
    if (!this.known.has(this.token ?? '')) throw new CallError(401, 'ERR_SESSION_EXPIRED');
    this.written.push(`${this.token}: ${body}`);
    return { id, n: this.written.length, body, fromMe: true, at: new Date().toISOString() };
  }
  async history() {
    return { messages: [], hasMore: false };
  }
}
const open = (server: FakeServer) => {
  const page = { server: 'http://localhost', address: 'loja' } as never;
  const storage = new PageStorage('loja');
  const config = { askName: false } as ChatConfig;
  return { storage, chat: new Chat(page, config, server as unknown as ChatServer, storage) };
};

test('A name required since the page was opened is asked for at the first message', async () => {
  const server = new FakeServer();
  const { chat } = open(server);
  server.asksName = true;
  chat.write('Olá');
  await vi.waitFor(() => expect(chat.needsName()).toBe(true));
  expect(chat.waiting()).toHaveLength(1);
  chat.callMe('Ana');
  await vi.waitFor(() => expect(server.written).toEqual(['made-1: Olá']));
  expect([chat.needsName(), chat.waiting()]).toEqual([false, []]);
});

test('A tab with an old token joins the conversation begun in another', async () => {
  const server = new FakeServer();
  server.known.add('old');
  const { chat, storage } = open(server);
  storage.change((state) => ({ ...state, token: 'old' }));
  chat.resume();
  await vi.waitFor(() => expect(server.token).toBe('old'));
  // The company deleted the visitor, and another tab began a new conversation.
  server.known.delete('old');
  server.known.add('new');
  storage.change((state) => ({ ...state, token: 'new' }));
  chat.write('Ainda estou aqui');
  await vi.waitFor(() => expect(server.written).toEqual(['new: Ainda estou aqui']));
  expect(storage.read().token).toBe('new');
});

test('A visitor whom the server does not know any more begins a new conversation', async () => {
  const server = new FakeServer();
  const { chat, storage } = open(server);
  storage.change((state) => ({ ...state, token: 'gone' }));
  chat.write('Olá de novo');
  await vi.waitFor(() => expect(server.written).toEqual(['made-1: Olá de novo']));
  expect(storage.read().token).toBe('made-1');
});
