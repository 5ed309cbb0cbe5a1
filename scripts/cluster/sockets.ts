import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { ticketListRoom } from '@balcao/tickets/contract';
import { linkRetry, retryPause } from '../../sdk/client/live/retry.ts';

/** The data with which an attendant's browser joins the rooms of conversations. */
export interface Attendant {
  /** Returns the current access token. */
  token(): string;
  userId: number;
  queueId: number;
}

/** Browsers that stay connected, with the reconnection delays of the product's own page. */
export class OpenBrowsers {
  /** Total number of live messages received. */
  received = 0;
  /** Milliseconds from each loss of a connection until the browser was in its rooms again. */
  returns: number[] = [];
  /** Total number of lost connections. */
  lost = 0;
  /** Failed attempts, by message. */
  readonly refusals = new Map<string, number>();
  readonly #sockets: Socket[] = [];
  readonly #disconnected = new Map<Socket, number>();

  /** Number of browsers that are not in their rooms. */
  get disconnected(): number {
    return this.#disconnected.size;
  }

  async open(url: string, attendant: Attendant): Promise<void> {
    const socket = io(url, {
      transports: ['websocket'],
      ...linkRetry,
      forceNew: true,
      auth: (give) => give({ token: attendant.token() }),
    });
    this.#sockets.push(socket);
    this.#disconnected.set(socket, performance.now());
    const entered = new Promise<void>((resolve) => {
      socket.on('connect', () => void this.#enter(socket, attendant).then(resolve, () => socket.io.engine.close()));
    });
    socket.on('disconnect', () => {
      this.lost += 1;
      if (!this.#disconnected.has(socket)) this.#disconnected.set(socket, performance.now());
    });
    // The library does not retry a refused handshake itself; the page does the same as this.
    socket.on('connect_error', ({ message }) => {
      this.refusals.set(message, (this.refusals.get(message) ?? 0) + 1);
      if (!socket.active) setTimeout(() => socket.connect(), retryPause());
    });
    socket.on('room', () => (this.received += 1));
    await entered;
  }

  async #enter(socket: Socket, { userId, queueId }: Attendant): Promise<void> {
    for (const params of [{ userId }, { queueId }]) {
      const answer: unknown = await socket.timeout(10_000).emitWithAck('join', { room: ticketListRoom.id, params });
      if (!(answer as { ok?: true }).ok) throw new Error(JSON.stringify(answer));
    }
    const since = this.#disconnected.get(socket);
    this.#disconnected.delete(socket);
    if (since !== undefined) this.returns.push(performance.now() - since);
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

/**
 * Returns whether a browser limited to long polling receives live messages: this requires a proxy with sticky sessions.
 */
export const pollingWorks = async (url: string, { token, userId }: Attendant): Promise<boolean> => {
  const socket = io(url, {
    transports: ['polling'],
    forceNew: true,
    reconnection: false,
    withCredentials: true,
    auth: { token: token() },
  });
  try {
    await once(socket as never, 'connect');
    for (let times = 0; times < 20; times += 1)
      await socket.timeout(5_000).emitWithAck('join', { room: ticketListRoom.id, params: { userId } });
    return socket.connected;
  } catch {
    return false;
  } finally {
    socket.close();
  }
};
