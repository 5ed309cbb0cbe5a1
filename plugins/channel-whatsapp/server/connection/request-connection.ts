import type { Scope } from '@balcao/sdk/server';
import { channelError, type Connection } from '@balcao/connections/contract';
import { connectionSession, type ConnectionQuestion } from './connection-session.ts';

const isAway = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_SESSION_AWAY';

/** Sends a request to a connection’s session, on whichever node it runs. */
export const request = async (
  { id }: Pick<Connection, 'id'>,
  scope: Scope,
  question: ConnectionQuestion,
): Promise<unknown> => {
  try {
    return await scope.sessions.ask(connectionSession, String(id), question);
  } catch (error) {
    if (isAway(error)) throw channelError('disconnected', 'no-link', error);
    throw error;
  }
};
