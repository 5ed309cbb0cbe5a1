import type { Scope } from '@balcao/sdk/server';
import { connectionSession } from './connection-session.ts';

/** Starts the session of a connection on one node; a session that waits for its next attempt retries at once. */
export const startSession = async (connectionId: number, scope: Scope): Promise<void> => {
  const name = String(connectionId);
  // An open one is left as it is, and publishes its status again.
  await scope.sessions.ask(connectionSession, name, { do: 'try-now' }).catch(() => undefined);
  await scope.sessions.want(connectionSession, name);
};
