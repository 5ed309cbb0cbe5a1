import type { Scope } from '@balcao/sdk/server';
import { identityOf } from '../identity.ts';
import type { NetworkPerson } from '../connection/worker-protocol.ts';
import { connectionSession } from '../connection/connection-session.ts';

/** Returns true if a call is refused; the caller gets a message if the company has a text for it. */
export const refuseCall = (connectionId: number, from: NetworkPerson, scope: Scope): boolean => {
  if (scope.settings.get('call') !== 'disabled') return false;
  // Not awaited: the connection waits for this answer, so sending would wait for itself.
  notifyCaller(connectionId, from, scope).catch((err: unknown) =>
    scope.log.warn({ err }, 'refused caller could not be notified'),
  );
  return true;
};

const notifyCaller = async (connectionId: number, from: NetworkPerson, scope: Scope): Promise<void> => {
  const body = scope.settings.get('whatsappRejectCallsMessage').trim();
  const to = identityOf(from);
  if (body === '' || !to) return;
  const id = `3EB0${crypto.randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`;
  await scope.sessions.ask(connectionSession, String(connectionId), {
    do: 'send',
    id,
    message: { id: 0, to, by: 'company', body },
  });
};
