import { useAtomValue } from 'jotai';
import { matchPath, Navigate, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { appMenu, hostSide, usePoint, useSessionStatus, type AppRoute, type Item } from '@balcao/sdk/client';
import { HostPage } from './host-page.tsx';
import { ChoosePasswordPage, ForgotPasswordPage, LoginPage, SignupPage } from './pages.ts';
import { PluginPage } from './plugin-page.tsx';
import { settledAtom } from './plugin-loader.ts';
import { PageWaiting } from './waiting.tsx';

const { store } = hostSide;

/** Paths of the host's pages for people who are not signed in. */
export const visitorPaths = ['/login', '/signup', '/forgetpsw', '/password'];

/** Redirects after signing in: to the page that was requested, else to the landing page that plugins name. */
function Landing({ from }: { from: Location | string | undefined }) {
  const menu = usePoint(appMenu);
  const settled = useAtomValue(settledAtom, { store });
  // The root was no request for one page.
  if ((typeof from === 'string' ? from : from?.pathname) === '/')
    return <Navigate to="/" replace state={{ isSignIn: true }} />;
  if (from) return <Navigate to={from} replace />;
  const landing = menu.find((item) => item.landing === true);
  if (landing) return <Navigate to={landing.path} replace />;
  // Goes onward from there: the first steps of a company are shown only to people who open that page.
  return settled ? <Navigate to="/" replace state={{ onward: true }} /> : <PageWaiting />;
}

/** Login, sign-up, password reset and the public pages of plugins. */
export function PublicArea({ routes }: { routes: readonly Item<AppRoute>[] }) {
  const status = useSessionStatus();
  const location = useLocation();
  const { from, isUnknown } = (location.state ?? {}) as { from?: Location | string; isUnknown?: boolean };
  const signedOutPage = (page: Parameters<typeof HostPage>[0]['page']) =>
    status === 'signed-in' ? <Landing from={from} /> : <HostPage page={page} />;
  // The public page that was requested has arrived after all.
  if (typeof from === 'object' && isUnknown && routes.some(({ path }) => matchPath(path, from.pathname)))
    return <Navigate to={from} replace />;
  return (
    <Routes>
      <Route path="/login" element={signedOutPage(LoginPage)} />
      <Route path="/signup" element={signedOutPage(SignupPage)} />
      <Route path="/forgetpsw" element={signedOutPage(ForgotPasswordPage)} />
      {/* A signed-in person may open a link that was made for another person. */}
      <Route path="/password" element={<HostPage page={ChoosePasswordPage} />} />
      {routes.map((item) => (
        <Route key={`${item.plugin}/${item.id}`} path={item.path} element={<PluginPage item={item} />} />
      ))}
      <Route path="*" element={<Navigate to="/login" replace state={{ from: location, isUnknown: true }} />} />
    </Routes>
  );
}
