import { io, type Socket } from 'socket.io-client';
import { accessToken, onAccess } from '../session/access.ts';
import { refreshSession } from '../session/refresh.ts';
import { store } from '../store.ts';
import { linkAtom } from './connection.ts';

const retryAfter = 3000;
let again: ReturnType<typeof setTimeout> | undefined;

/** The page's one socket: tries for ever while somebody is signed in, and stays silent while nobody is. */
export const socket: Socket = io({
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: retryAfter,
  reconnectionDelayMax: retryAfter,
  randomizationFactor: 0.2,
  auth: (give) => give({ token: accessToken() }),
});

const connectLater = (delay: number) => {
  clearTimeout(again);
  again = setTimeout(() => accessToken() !== undefined && socket.connect(), delay);
};

/** A refused handshake is not tried again by the library itself: renew the token, or wait and try. */
async function refused(error: Error & { data?: { code?: string } }): Promise<void> {
  store.set(linkAtom, 'down');
  if (socket.active) return;
  if (error.data?.code !== 'ERR_SESSION_EXPIRED') return connectLater(retryAfter);
  const renewed = await refreshSession().catch(() => undefined);
  if (renewed !== false) connectLater(renewed ? 0 : retryAfter);
}

socket.on('connect', () => store.set(linkAtom, 'up'));
socket.on('connect_error', (error) => void refused(error));
socket.on('disconnect', (reason) => {
  if (accessToken() === undefined) return;
  store.set(linkAtom, 'down');
  if (reason === 'io server disconnect') connectLater(retryAfter);
});
window.addEventListener('online', () => !socket.connected && connectLater(0));

onAccess((signedIn) => {
  if (signedIn) {
    if (!socket.active) socket.connect();
  } else {
    clearTimeout(again);
    socket.disconnect();
    store.set(linkAtom, 'up');
  }
});
if (accessToken() !== undefined) socket.connect();
