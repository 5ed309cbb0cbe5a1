import './start.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { hostSide, queryClient, whenIdle } from '@balcao/sdk/client';
import { storeInstallOffer } from '../shell/install.ts';
import { Toasts } from '../shell/index.tsx';
import { ThemeRoot } from '../theme/index.tsx';
import { Areas } from './areas.tsx';
import { boot } from './boot.ts';
import { firstScreen } from './first-screen.ts';
import { browserHistory } from './history.ts';
import { hostNotices } from './host-notices.ts';
import { followSessionEnd } from './sign-out.ts';
import { startTexts } from './texts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

/** Logs the error of a plugin once, with its component stack; people see its error tile. */
const report = (error: unknown, { componentStack }: { componentStack?: string | undefined }): void =>
  console.error('part of the page failed', error, componentStack);

storeInstallOffer();
followSessionEnd();
if (import.meta.env.DEV) {
  void import('./hot.ts');
  void import('./service-worker.ts').then(({ stopServiceWorker }) => stopServiceWorker());
} else {
  const start = async () => (await import('./service-worker.ts')).startServiceWorker();
  whenIdle(() => void start().catch((error: unknown) => console.warn('service worker registration failed', error)));
}

const texts = startTexts();
void hostSide.register('host', hostNotices);
void boot();
await texts.catch((error: unknown) => console.error('texts could not be loaded', error));
await firstScreen();

const page = createRoot(root, { onCaughtError: report, onRecoverableError: report });
// A transition, so that a key or click in between is not delayed.
startTransition(() =>
  page.render(
    <StrictMode>
      <ThemeRoot>
        <QueryClientProvider client={queryClient}>
          <HistoryRouter history={browserHistory}>
            <Areas />
            <Toasts />
          </HistoryRouter>
        </QueryClientProvider>
      </ThemeRoot>
    </StrictMode>,
  ),
);
