import type { Scope } from '@balcao/sdk/server';
import { identityOf } from '../identity.ts';
import type { Peer } from '../line/language.ts';
import { connectionSession } from '../connection/connection-session.ts';

/** Whether a call is refused; who called is told so, where the company has words for it. */
export const refuseCall = (connectionId: number, from: Peer, scope: Scope): boolean => {
  if (scope.settings.get('call') !== 'disabled') return false;
  // The line waits for the answer, and would wait for itself.
  tell(connectionId, from, scope).catch((err: unknown) => scope.log.warn({ err }, 'a caller was not told'));
  return true;
};

const tell = async (connectionId: number, from: Peer, scope: Scope): Promise<void> => {
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
