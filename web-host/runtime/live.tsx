/** Subscribes to the kernel's own rooms: plugin switches, settings, permissions, and the end of a session elsewhere. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { hostSide, reloadSession, useRoom, useSession, type SettingValue } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { onNavigationRequest } from './navigation-requests.ts';
import { syncPlugins, applySwitch, type Switched } from './plugin-loader.ts';

const companyRoom = room('kernel.company');
const userRoom = room<{ userId: number }>('kernel.user');

/** A setting that changed. Without a value for settings that only the server or super users may read. */
interface SettingMessage {
  key?: string;
  value?: SettingValue;
  refetch?: true;
  session?: true;
  superOnly?: true;
}
interface ModuleMessage extends Switched {
  /** The plugin adds data to the session. */
  session?: true;
}

/** Returns the id of the session in the access token. */
function ownSession(): string | undefined {
  const [, payload = ''] = hostSide.accessToken()?.split('.') ?? [];
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { session?: string };
    return claims.session;
  } catch {
    return undefined;
  }
}

const quietly = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => console.warn('live refresh failed', error));

/** Keeps the session and the set of plugins up to date while a person is signed in. Renders nothing. */
export function Live() {
  const { user } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => onNavigationRequest((path) => void navigate(path)), [navigate]);

  useRoom(
    companyRoom,
    {},
    {
      module: ({ session, ...switched }: ModuleMessage) => {
        if (!applySwitch(switched)) quietly(syncPlugins());
        if (session) quietly(reloadSession());
      },
      setting: ({ key, value, refetch, session, superOnly }: SettingMessage) => {
        const hasValue = key !== undefined && value !== undefined;
        if (hasValue) hostSide.applySetting(key, value);
        if (refetch || session || (superOnly ? user.super : !hasValue)) quietly(reloadSession());
        if (!refetch) return;
        // Inactive queries would show stale data for a moment later; active ones are refetched.
        queries.removeQueries({ type: 'inactive' });
        void queries.invalidateQueries();
      },
      permission: () => quietly(reloadSession()),
    },
    {
      // Changes since the page was opened, or while the connection was lost, were not received.
      onJoined: (again, missed) => {
        if (!again && !missed(0)) return;
        quietly(syncPlugins());
        quietly(reloadSession());
        if (again) void queries.invalidateQueries();
      },
    },
  );
  useRoom(
    userRoom,
    { userId: user.id },
    {
      'session-ended': ({ sessionId, reason }: { sessionId: string; reason: string }) => {
        if (sessionId !== ownSession()) return;
        hostSide.dropSession(reason === 'elsewhere' ? 'elsewhere' : 'expired');
      },
    },
  );
  return null;
}
