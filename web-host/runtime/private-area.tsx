import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { matchPath, Route, Routes, useNavigate, type Location } from 'react-router-dom';
import { appRoute, hostSide, showToast, translate, usePoint, type AppRoute, type Item } from '@balcao/sdk/client';
import { VisuallyHidden } from '@balcao/sdk/ui';
import { PageSkeleton } from '../shell/BootScreen.tsx';
import { Shell } from '../shell/index.tsx';
import { HostPage } from './host-page.tsx';
import { Live } from './live.tsx';
import { ForbiddenPage, NotFoundPage, SettingsPage, StartPage } from './pages.ts';
import { PluginPage } from './plugin-page.tsx';
import { settledAtom, switchedOffAtom } from './plugin-loader.ts';

const { registeredAtom, registeredItems, store } = hostSide;

const routeOf = (item: Item<AppRoute>) => (
  <Route
    key={`${item.plugin}/${item.id}`}
    path={item.path}
    element={<PluginPage key={`${item.plugin}/${item.id}`} item={item} />}
  />
);

/** Shown when no page exists at this path: still loading, not allowed for this person, or not found. */
function NoPage({ path }: { path: string }) {
  const settled = useAtomValue(settledAtom, { store });
  const registered = useAtomValue(registeredAtom, { store });
  const items = registeredItems(registered, appRoute.id) as Item<AppRoute>[];
  if (items.some((item) => matchPath(item.path, path))) return <HostPage page={ForbiddenPage} />;
  if (settled) return <HostPage page={NotFoundPage} />;
  return (
    <>
      <h1 style={{ margin: 0 }}>
        <VisuallyHidden>{translate('shell', 'ui.loading')}</VisuallyHidden>
      </h1>
      <PageSkeleton />
    </>
  );
}

/** Navigates away from a page whose plugin was just switched off, and shows a message. */
function useSwitchedOff(items: readonly Item<AppRoute>[], path: string): void {
  const off = useAtomValue(switchedOffAtom, { store });
  const navigate = useNavigate();
  const shown = useRef<string | undefined>(undefined);
  const owner = items.find((item) => matchPath(item.path, path))?.plugin;
  useEffect(() => {
    if (owner !== undefined) {
      shown.current = owner;
    } else if (off && off.id === shown.current) {
      shown.current = undefined;
      store.set(switchedOffAtom, undefined);
      showToast('info', translate('sdk', 'module.off', { name: off.name }));
      void navigate('/', { replace: true });
    }
  }, [owner, off, navigate]);
}

/** Everything behind the login, at the given location. */
export function PrivateArea({ location }: { location: Location }) {
  const items = usePoint(appRoute).filter((item) => item.public !== true);
  useSwitchedOff(items, location.pathname);
  return (
    <>
      <Live />
      <Routes location={location}>
        {items.filter((item) => item.bare === true).map(routeOf)}
        <Route element={<Shell />}>
          {items.filter((item) => item.bare !== true).map(routeOf)}
          {!items.some((item) => item.path === '/') && <Route index element={<HostPage page={StartPage} />} />}
          <Route
            path="/settings"
            element={<HostPage page={SettingsPage} title={translate('shell', 'settings.title')} />}
          />
          <Route path="*" element={<NoPage path={location.pathname} />} />
        </Route>
      </Routes>
    </>
  );
}
