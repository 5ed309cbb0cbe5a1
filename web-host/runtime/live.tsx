/** The kernel's own rooms: switches, settings, grants, and the end of a session elsewhere. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { hostSide, reloadSession, showToast, translate, useRoom, useSession } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { onGo } from './go.ts';
import { followPlugins } from './plugin-loader.ts';

const companyRoom = room('kernel.company');
const userRoom = room<{ userId: number }>('kernel.user');

/** The session that the access token names. */
function ownSession(): string | undefined {
  const [, payload = ''] = hostSide.accessToken()?.split('.') ?? [];
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { session?: string };
    return claims.session;
  } catch {
    return undefined;
  }
}

/** What the specification asks for when the same person signs in on another computer. */
function endedElsewhere(): void {
  showToast('error', translate('sdk', 'session.elsewhere'));
  for (const key of Object.keys(localStorage)) if (!key.startsWith('preferred')) localStorage.removeItem(key);
  setTimeout(() => location.reload(), 1000);
}

const quietly = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => console.warn('not up to date', error));

/** Keeps the session and the set of plugins true while somebody is signed in. Renders nothing. */
export function Live() {
  const { user } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => onGo((path) => void navigate(path)), [navigate]);

  useRoom(
    companyRoom,
    {},
    {
      module: () => quietly(followPlugins()),
      setting: () => quietly(reloadSession()),
      permission: () => quietly(reloadSession()),
    },
    {
      // Whatever happened while the connection was lost was not told.
      onJoined: (again) => {
        if (!again) return;
        quietly(followPlugins());
        quietly(reloadSession());
        void queries.invalidateQueries();
      },
    },
  );
  useRoom(
    userRoom,
    { userId: user.id },
    {
      'session-ended': ({ sessionId, reason }: { sessionId: string; reason: string }) => {
        if (sessionId !== ownSession()) return;
        if (reason === 'elsewhere') endedElsewhere();
        else hostSide.dropSession('expired');
      },
    },
  );
  return null;
}
