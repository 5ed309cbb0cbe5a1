import {
  BufferJSON,
  initAuthCreds,
  proto,
  type AuthenticationState,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys';
import type { ToServer } from '../connection/worker-protocol.ts';

type Request = <T>(question: ToServer) => Promise<T>;

export const encoded = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
export const decoded = (text: string): unknown => JSON.parse(text, BufferJSON.reviver) as unknown;

/** Baileys expects keys of this kind as its protobuf class. */
const revived = (kind: string, text: string): unknown => {
  const value = decoded(text);
  return kind === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value as object) : value;
};

/**
 * Returns what Baileys needs to be signed in: credentials (`creds`; null: not paired yet, new ones are made) and a store
 * of Signal keys. A worker has no database and asks the server for them, which stores the keys of one request together
 * or not at all.
 */
export const openAuthState = (
  request: Request,
  creds: string | null,
): { auth: AuthenticationState; finish(): Promise<void> } => {
  const writing = new Set<Promise<unknown>>();
  let isOver = false;
  const store = async (rows: Extract<ToServer, { do: 'keys.set' }>['rows']): Promise<void> => {
    const written = request({ do: 'keys.set', rows });
    const settled = written.catch(() => undefined).finally(() => writing.delete(settled));
    writing.add(settled);
    await written;
  };
  const keys: AuthenticationState['keys'] = {
    async get<T extends keyof SignalDataTypeMap>(kind: T, names: string[]) {
      const found = await request<Record<string, string>>({ do: 'keys.get', kind, names });
      return Object.fromEntries(
        Object.entries(found).map(([name, text]) => [name, revived(kind, text) as SignalDataTypeMap[T]]),
      );
    },
    async set(data: SignalDataSet) {
      const rows = Object.entries(data).flatMap(([kind, values]) =>
        Object.entries(values ?? {}).map(([name, value]) => ({
          kind,
          name,
          value: value === null || value === undefined ? null : encoded(value),
        })),
      );
      if (rows.length > 0 && !isOver) await store(rows);
    },
  };
  return {
    auth: {
      creds: creds === null ? initAuthCreds() : (decoded(creds) as AuthenticationState['creds']),
      keys,
    },
    /**
     * Must be called after the socket was closed and before the next one opens. Later writes are dropped, because they
     * come from work that began with the keys of this socket and would overwrite newer ones. Nothing is lost: the
     * messages that such work read were not acknowledged, and those that it encrypted were not sent.
     */
    async finish() {
      isOver = true;
      await Promise.all(writing);
    },
  };
};
