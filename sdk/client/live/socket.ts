import { io, type Socket } from 'socket.io-client';
import { linkRetry, retryPause } from './retry.ts';

/** What the socket needs of the page. It imports none of it, so that its chunk is its own code and nothing more. */
export interface SocketSide {
  accessToken(): string | undefined;
  onAccess(listener: (signedIn: boolean) => void): () => void;
  refreshSession(): Promise<boolean>;
  linked(up: boolean): void;
}

/** The page's one socket: tries for ever while somebody is signed in, and stays silent while nobody is. */
export function openSocket({ accessToken, onAccess, refreshSession, linked }: SocketSide): Socket {
  let again: ReturnType<typeof setTimeout> | undefined;
  const socket: Socket = io({
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    ...linkRetry,
    auth: (give) => give({ token: accessToken() }),
  });

  const connectLater = (delay: number) => {
    clearTimeout(again);
    again = setTimeout(() => accessToken() !== undefined && socket.connect(), delay);
  };

  /** A refused handshake is not tried again by the library itself: renew the token, or wait and try. */
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
