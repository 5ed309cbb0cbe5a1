import { io, type Socket } from 'socket.io-client';
import type { linkRetry } from './retry.ts';

/**
 * The dependencies of the socket. It imports nothing of the page, so that its chunk is complete: a browser remembers for
 * the life of the page that a file which a module imports could not be loaded, and the socket would never open.
 */
export interface SocketSide {
  linkRetry: typeof linkRetry;
  retryPause(): number;
  accessToken(): string | undefined;
  onAccess(listener: (signedIn: boolean) => void): () => void;
  refreshSession(): Promise<boolean>;
  linked(up: boolean): void;
}

/**
 * Opens the page's only socket: it reconnects without limit while a person is signed in, and stays closed otherwise.
 */
export function openSocket({
  linkRetry,
  retryPause,
  accessToken,
  onAccess,
  refreshSession,
  linked,
}: SocketSide): Socket {
  let again: ReturnType<typeof setTimeout> | undefined;
  const socket: Socket = io({
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    ...linkRetry,
    auth: (send) => send({ token: accessToken() }),
  });

  const connectLater = (delay: number) => {
    clearTimeout(again);
    again = setTimeout(() => accessToken() !== undefined && socket.connect(), delay);
  };

  /** Handles a rejected handshake, which the library does not retry: refreshes the token, or waits and retries. */
  async function refused(error: Error & { data?: { code?: string } }): Promise<void> {
    linked(false);
    if (socket.active) return;
    if (error.data?.code !== 'ERR_SESSION_EXPIRED') return connectLater(retryPause());
    const renewed = await refreshSession().catch(() => undefined);
    if (renewed !== false) connectLater(renewed ? 0 : retryPause());
  }

  socket.on('connect', () => linked(true));
  socket.on('connect_error', (error) => void refused(error));
  socket.on('disconnect', (reason) => {
    if (accessToken() === undefined) return;
    linked(false);
    if (reason === 'io server disconnect') connectLater(retryPause());
  });
  window.addEventListener('online', () => !socket.connected && connectLater(0));

  onAccess((signedIn) => {
    if (signedIn) {
      if (!socket.active) socket.connect();
    } else {
      clearTimeout(again);
      socket.disconnect();
      linked(true);
    }
  });
  if (accessToken() !== undefined) socket.connect();
  return socket;
}
