import type { ChannelCapabilities, Connection, ConnectionStatus } from '../contract.ts';

/** A connection as the API answers it. */
export interface ConnectionRow extends Omit<Connection, 'updatedAt' | 'importOldMessages' | 'importRecentMessages'> {
  /** ISO 8601. */
  updatedAt: string;
  importOldMessages: string | null;
  importRecentMessages: string | null;
  capabilities: ChannelCapabilities;
  /** Its channel can hand in what was said before. */
  hasHistory: boolean;
  /** Whether a token for the messages API was issued; null: nobody issues any here. */
  hasToken: boolean | null;
}

/** A connection as live messages tell it: without what is scanned. */
export type LiveConnection = Omit<ConnectionRow, 'qrcode' | 'capabilities' | 'hasHistory' | 'hasToken'> & {
  hasQrcode: boolean;
};

/** Nothing is sent, and nobody is at work on it: what people should be told of. */
const down: readonly ConnectionStatus[] = ['DISCONNECTED', 'TIMEOUT', 'qrcode'];
export const isDown = ({ status }: Pick<Connection, 'status'>): boolean => down.includes(status);

/** Puts a live message into the list; undefined when it tells of a connection the list does not hold. */
export function withLive(rows: readonly ConnectionRow[], live: LiveConnection): ConnectionRow[] | undefined {
  if (!rows.some(({ id }) => id === live.id)) return undefined;
  return rows.map((row) => {
    if (row.id !== live.id) return live.isDefault ? { ...row, isDefault: false } : row;
    const { hasQrcode, ...connection } = live;
    return { ...row, ...connection, qrcode: hasQrcode ? row.qrcode : '' };
  });
}
