import { io, type Socket } from 'socket.io-client';
import type { ChatMessage } from '../contract.ts';
import type { PageOptions } from './page.ts';
import { safely } from './safely.ts';

/** Short, because most often one node of several died, with jitter, so that pages do not reconnect at once. */
const firstRetryMs = 1_000;
const retryMs = 2_000;
const spread = 0.5;
const answerMs = 10_000;

export interface SocketEvents {
  message(message: ChatMessage): void;
  /** A message was too big to travel live. */
  refresh(): void;
  read(at: string): void;
  presence(state: string): void;
  /** The conversation was closed, or is open. */
  conversation(isClosed: boolean): void;
  /** Joined, for the first time or again: missed messages must be fetched. */
  joined(): void;
  lost(): void;
}

interface RoomMessage {
  room: string;
  event: string;
  data: { message?: ChatMessage; at?: string; state?: string; isClosed?: boolean };
}

/** The visitor’s socket, which reconnects for ever. */
export class VisitorSocket {
  readonly #socket: Socket;
  readonly #room: { room: string; params: { visitor: string } };
  #isJoined = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(page: PageOptions, who: { visitor: string; token(): string }, events: SocketEvents) {
    this.#room = { room: 'webchat.visitor', params: { visitor: who.visitor } };
    this.#socket = io(page.server, {
      path: '/socket.io',
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: firstRetryMs,
      reconnectionDelayMax: retryMs,
      randomizationFactor: spread,
      auth: (answer) => answer({ address: page.address, token: who.token() }),
    });
    const lost = safely(() => {
      this.#isJoined = false;
      events.lost();
      // Closed or refused by the server: the client would not reconnect by itself.
      if (!this.#socket.active) this.#again();
    });
    this.#socket.on(
      'connect',
      safely(() => this.#join(events)),
    );
    this.#socket.on('connect_error', lost);
    this.#socket.on('disconnect', lost);
    this.#socket.on(
      'room',
      safely(({ room, event, data }: RoomMessage) => {
        if (room !== this.#room.room) return;
        if (event === 'message' && data.message) events.message(data.message);
        else if (event === 'refresh') events.refresh();
        else if (event === 'read' && data.at) events.read(data.at);
        else if (event === 'conversation') events.conversation(data.isClosed === true);
        else if (event === 'presence') events.presence(data.state ?? '');
      }),
    );
  }

  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** Sends while joined, and drops otherwise. */
  send(event: 'typing', data: object): void {
    if (this.#isJoined) this.#socket.emit('send', { ...this.#room, event, data });
  }

  /** Sends what must not be lost; returns true if the server accepted it. */
  async confirm(event: 'received' | 'read', data: object): Promise<boolean> {
    try {
      const answer: unknown = await this.#socket.timeout(answerMs).emitWithAck('send', { ...this.#room, event, data });
      return typeof answer === 'object' && answer !== null && 'ok' in answer;
    } catch {
      return false;
    }
  }

  /** Reconnects at once when the network is back. */
  reconnect(): void {
    if (!this.#socket.connected) this.#socket.connect();
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#socket.close();
  }

  #again(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#socket.connect(), retryMs * (1 + spread * (2 * Math.random() - 1)));
  }

  #join(events: SocketEvents): void {
    this.#socket.emit(
      'join',
      this.#room,
      safely((answer: { ok?: true }) => {
        this.#isJoined = answer.ok === true;
        if (this.#isJoined) return events.joined();
        this.#socket.disconnect();
        this.#again();
      }),
    );
  }
}
