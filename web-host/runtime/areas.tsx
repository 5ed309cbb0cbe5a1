import { useAtomValue } from 'jotai';
import { Activity, useEffect, useState } from 'react';
import { matchPath, useLocation, useNavigate, type Location } from 'react-router-dom';
import {
  appRoute,
  hostSide,
  useOptionalSession,
  usePoint,
  useSessionStatus,
  useT,
  type AppRoute,
  type Item,
} from '@balcao/sdk/client';
import { BootScreen } from '../shell/index.tsx';
import { waitingAtom } from './boot.ts';
import { RootErrorBoundary } from './root-error-boundary.tsx';
import { settledAtom } from './plugin-loader.ts';
import { PrivateArea } from './private-area.tsx';
import { PublicArea, visitorPaths } from './public-area.tsx';
import { PageWaiting } from './waiting.tsx';

const { store } = hostSide;

const isPublic = (path: string, routes: readonly Item<AppRoute>[]): boolean =>
  visitorPaths.some((pattern) => matchPath(pattern, path)) || routes.some((item) => matchPath(item.path, path));

/** Returns the last location behind the login. It stays mounted while the login page is shown over it. */
function useLastPrivate(location: Location, present: boolean): Location | undefined {
  const [last, setLast] = useState<Location>();
  if (present && last !== location) setLast(location);
  return present ? location : last;
}

/**
 * Shows the public or the private side. When a session ends unexpectedly, the page stays mounted and hidden with
 * everything typed in it, and is shown again once the same person has signed in.
 */
export function Areas() {
  const status = useSessionStatus();
  const session = useOptionalSession();
  const location = useLocation();
  const navigate = useNavigate();
  const routes = usePoint(appRoute).filter((item) => item.public === true);
  const settled = useAtomValue(settledAtom, { store });
  const waiting = useAtomValue(waitingAtom, { store });
  const t = useT('sdk');
  const open = isPublic(location.pathname, routes);
  // A page whose session ended because of a login elsewhere stays visible until it is reloaded.
  const shown = (status === 'signed-in' || status === 'elsewhere') && !open;
  const lastPrivate = useLastPrivate(location, shown);

  useEffect(() => {
    if (status === 'expired' && !open) void navigate('/login', { replace: true, state: { from: location } });
  }, [status, open, navigate, location]);

  if (status === 'unknown') return waiting ? <PageWaiting label={t('boot.waiting')} /> : <BootScreen />;
  // A plugin's public page may still be loading.
  if (status === 'signed-out' && !open && !settled) return <BootScreen />;
  return (
    <>
      {session && lastPrivate && (
        <Activity mode={shown ? 'visible' : 'hidden'}>
          <RootErrorBoundary key={session.user.id}>
            <PrivateArea location={lastPrivate} />
          </RootErrorBoundary>
        </Activity>
      )}
      {!shown && <PublicArea routes={routes} />}
    </>
  );
}
