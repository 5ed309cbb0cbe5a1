import type { Log } from '@balcao/sdk/server';
import type { SocketData } from './live-socket.ts';

interface OpenSocket {
  data: unknown;
  disconnect(close: boolean): unknown;
}

/**
 * Disconnects the sockets whose session has ended. Usually they are told at once; that message is lost with a node that
 * is killed right after it ended the session.
 */
export const closeEnded = async (
  sockets: Iterable<OpenSocket>,
  { endedSessions, log }: { endedSessions(sessionIds: readonly string[]): Promise<string[]>; log: Log },
): Promise<void> => {
  const open = [...sockets].flatMap((socket) => {
    const { sessionId } = socket.data as SocketData;
    return sessionId === undefined ? [] : [{ socket, sessionId }];
  });
  if (open.length === 0) return;
  try {
    const ended = new Set(await endedSessions([...new Set(open.map(({ sessionId }) => sessionId))]));
    for (const { socket, sessionId } of open) if (ended.has(sessionId)) socket.disconnect(true);
  } catch (err) {
    log.warn({ err }, 'sessions of open sockets could not be checked');
  }
};
