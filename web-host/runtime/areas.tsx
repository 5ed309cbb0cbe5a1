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

/** The last place behind the login. It stays while the login page shows over it. */
function useLastPrivate(location: Location, present: boolean): Location | undefined {
  const [last, setLast] = useState<Location>();
  if (present && last !== location) setLast(location);
  return present ? location : last;
}

/**
 * Which side of the login shows. When a session ends under somebody's hands, their page stays as it is, hidden, with
 * all they typed; once the same person is back it shows again.
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
  // What ended because of a login elsewhere stays in sight until the page is loaded anew.
  const shown = (status === 'signed-in' || status === 'elsewhere') && !open;
  const place = useLastPrivate(location, shown);

  useEffect(() => {
    if (status === 'expired' && !open) void navigate('/login', { replace: true, state: { from: location } });
  }, [status, open, navigate, location]);

  if (status === 'unknown') return waiting ? <PageWaiting label={t('boot.waiting')} /> : <BootScreen />;
  // A public page of a plugin may still be on its way.
  if (status === 'signed-out' && !open && !settled) return <BootScreen />;
  return (
    <>
      {session && place && (
        <Activity mode={shown ? 'visible' : 'hidden'}>
          <RootErrorBoundary key={session.user.id}>
            <PrivateArea location={place} />
          </RootErrorBoundary>
        </Activity>
      )}
      {!shown && <PublicArea routes={routes} />}
    </>
  );
}
