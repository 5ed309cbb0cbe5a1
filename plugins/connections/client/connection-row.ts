import type { Connection, ConnectionStatus, ConnectionView } from '../contract.ts';

/** A connection as the API answers it. */
export type ConnectionRow = ConnectionView;

/** A connection as live messages tell it: without what is scanned. */
export type LiveConnection = Omit<
  ConnectionRow,
  'qrcode' | 'capabilities' | 'channelOn' | 'hasHistory' | 'hasToken' | 'tokenPage' | 'options'
> & {
  hasQrcode: boolean;
};

type Standing = Pick<Connection, 'status' | 'wasConnected'>;

/** Nothing is sent, and nobody is at work on it. */
const idle: readonly ConnectionStatus[] = ['DISCONNECTED', 'TIMEOUT', 'qrcode'];
/** It was up and went down: what people should be told of. */
export const isDown = ({ status, wasConnected }: Standing): boolean => wasConnected && idle.includes(status);
/** It was never up: it still has to be paired or set up, and nothing is broken. */
export const isUnpaired = ({ status, wasConnected }: Standing): boolean => !wasConnected && idle.includes(status);

/** Its network does not answer the server; nothing is wrong with the telephone, and the channel tries again by itself. */
export const isUnreached = <C extends Pick<ConnectionRow, 'status' | 'nextTryAt'>>(
  connection: C,
): connection is C & { nextTryAt: string } => connection.status === 'TIMEOUT' && connection.nextTryAt !== null;

/** Up, with a channel that is on. */
export const isUp = ({ status, channelOn }: Pick<ConnectionRow, 'status' | 'channelOn'>): boolean =>
  channelOn && status === 'CONNECTED';

/** Puts a live message into the list; undefined when it tells of a connection the list does not hold. */
export function withLive(rows: readonly ConnectionRow[], live: LiveConnection): ConnectionRow[] | undefined {
  if (!rows.some(({ id }) => id === live.id)) return undefined;
  return rows.map((row) => {
    if (row.id !== live.id) return live.isDefault ? { ...row, isDefault: false } : row;
    const { hasQrcode, ...connection } = live;
    return { ...row, ...connection, qrcode: hasQrcode ? row.qrcode : '' };
  });
}
