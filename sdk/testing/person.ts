import { io, type Socket } from 'socket.io-client';
import type { RoomRef } from '@balcao/sdk/contract';

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}

/** A client of the real server over HTTP and sockets: a signed-in person, or nobody (no token). */
export class Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly #url: string;
  token: string;
  /** The session's `tokenPublicDir`, which opens the company's files at `/public/{path}?t=…`. */
  readonly mediaToken: string;
  #sockets: LiveClient[] = [];

  constructor(url: string, who: { id: number; email: string; password: string; token: string; mediaToken?: string }) {
    this.#url = url;
    this.id = who.id;
    this.email = who.email;
    this.password = who.password;
    this.token = who.token;
    this.mediaToken = who.mediaToken ?? '';
  }

  async call<T = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const form = body instanceof FormData;
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      body: (json && text !== '' ? JSON.parse(text) : text) as T,
      headers: response.headers,
    };
  }
  get<T = never>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }
  post<T = never>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, body);
  }
  put<T = never>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call<T>('PUT', path, body);
  }
  delete<T = never>(path: string): Promise<Answer<T>> {
    return this.call<T>('DELETE', path);
  }

  /** Opens a live connection, as the browser does. */
  async live(): Promise<LiveClient> {
    const client = new LiveClient(
      io(this.#url, {
        path: '/socket.io',
        transports: ['websocket'],
        reconnection: false,
        auth: { token: this.token },
      }),
    );
    this.#sockets.push(client);
    await client.connected();
    return client;
  }

  leave(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

export interface LiveMessage {
  room: string;
  params: unknown;
  event: string;
  data: Record<string, unknown>;
}

/** Milliseconds that an answer or a live message may take: other tests may keep the machine busy. */
const patienceMs = 45_000;

/** A socket that stores the received messages, so that a test may look for them later. */
export class LiveClient {
  readonly received: LiveMessage[] = [];
  readonly #socket: Socket;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.onAny((event: string, data: unknown) => {
      // A message under an alias of a room comes as an event of its own.
      const message = event === 'room' ? data : { room: '', params: {}, event, data };
      this.received.push(message as LiveMessage);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve);
      this.#socket.once('connect_error', reject);
    });
  }
  join<P>(room: RoomRef<P>, params: P): Promise<{ ok?: true; error?: string }> {
    return this.#socket.timeout(patienceMs).emitWithAck('join', { room: room.id, params });
  }
  /** Joins or leaves by a name of a published protocol, an alias of a room. */
  emit(name: string, sent?: unknown): Promise<{ ok?: true; error?: string }> {
    return this.#socket.timeout(patienceMs).emitWithAck(name, sent);
  }
  send<P>(room: RoomRef<P>, params: P, event: string, data: unknown): Promise<{ ok?: true; error?: string }> {
    return this.#socket.timeout(patienceMs).emitWithAck('send', { room: room.id, params, event, data });
  }

  /** Returns the first matching message, received before or after the call. */
  async receives(
    event: string,
    fits: (data: Record<string, unknown>) => boolean = () => true,
    withinMs = patienceMs,
  ): Promise<LiveMessage> {
    const until = Date.now() + withinMs;
    for (;;) {
      const found = this.received.find((message) => message.event === event && fits(message.data));
      if (found) return found;
      const left = until - Date.now();
      if (left <= 0)
        throw new Error(
          `"${event}" was not heard; heard: ${this.received.map((message) => message.event).join(', ') || 'nothing'}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  close(): void {
    this.#socket.close();
  }
}
