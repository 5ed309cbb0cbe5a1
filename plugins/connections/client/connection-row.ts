import type { Connection, ConnectionStatus, ConnectionView } from '../contract.ts';

/** A connection as the API returns it. */
export type ConnectionRow = ConnectionView;

/** A connection as live updates contain it: without the QR code. */
export type LiveConnection = Omit<
  ConnectionRow,
  'qrcode' | 'capabilities' | 'channelOn' | 'hasHistory' | 'hasToken' | 'tokenPage' | 'options'
> & {
  hasQrcode: boolean;
};

type ConnectionHealth = Pick<Connection, 'status' | 'wasConnected'>;

/** Nothing can be sent, and no session is being started. */
const idle: readonly ConnectionStatus[] = ['DISCONNECTED', 'TIMEOUT', 'qrcode'];
/** Returns true if a connection was connected and is down, which people are warned about. */
export const isDown = ({ status, wasConnected }: ConnectionHealth): boolean => wasConnected && idle.includes(status);
/** Returns true if a connection was never connected: it must be paired or set up, and nothing is broken. */
export const isUnpaired = ({ status, wasConnected }: ConnectionHealth): boolean =>
  !wasConnected && idle.includes(status);

/** Returns true if the network does not answer the server; the phone is fine, and the channel retries by itself. */
export const isUnreached = <C extends Pick<ConnectionRow, 'status' | 'nextTryAt'>>(
  connection: C,
): connection is C & { nextTryAt: string } => connection.status === 'TIMEOUT' && connection.nextTryAt !== null;

/** Returns true if the connection is connected and its channel enabled. */
export const isUp = ({ status, channelOn }: Pick<ConnectionRow, 'status' | 'channelOn'>): boolean =>
  channelOn && status === 'CONNECTED';

/** Applies a live update to the list; undefined when the list does not contain the connection. */
export function withLive(rows: readonly ConnectionRow[], live: LiveConnection): ConnectionRow[] | undefined {
  if (!rows.some(({ id }) => id === live.id)) return undefined;
  return rows.map((row) => {
    if (row.id !== live.id) return live.isDefault ? { ...row, isDefault: false } : row;
    const { hasQrcode, ...connection } = live;
    return { ...row, ...connection, qrcode: hasQrcode ? row.qrcode : '' };
  });
}
