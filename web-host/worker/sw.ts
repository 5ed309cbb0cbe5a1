/**
 * The service worker: the offline page, push notifications. Code is not cached here: its addresses change with its
 * content, so the browser's own cache holds it, which is faster than any worker.
 */
import { answerNavigation, cacheOfflinePage, offlineCache, offlineFiles } from './offline.ts';
import { onClick, onPush } from './push.ts';
import { worker, type InstallEvent } from './worker-scope.ts';

/**
 * Browsers that know routes start the worker only where it has something to do: pages come from the server while the
 * worker is still starting, everything else never passes it.
 */
const addRoutes = async (event: InstallEvent): Promise<void> => {
  await event.addRoutes?.([
    { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
    ...offlineFiles.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'fetch-event' as const })),
    { condition: { urlPattern: { pathname: '/*' } }, source: 'network' },
  ]);
};

worker.addEventListener('install', (event) => {
  // No page depends on the version of the worker, so a new one need not wait for the last window to close.
  event.waitUntil(Promise.all([addRoutes(event), cacheOfflinePage()]).then(() => worker.skipWaiting()));
});

const deleteCaches = async (kept?: string): Promise<void> => {
  for (const name of await worker.caches.keys())
    if (name.startsWith('balcao.') && name !== kept) await worker.caches.delete(name);
};

worker.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    await deleteCaches(offlineCache);
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  event.waitUntil(begin());
});

worker.addEventListener('fetch', answerNavigation);
worker.addEventListener('push', onPush);
worker.addEventListener('notificationclick', onClick);

worker.addEventListener('message', (event) => {
  const { kind } = (event.data ?? {}) as { kind?: unknown };
  if (kind === 'leave') event.waitUntil(deleteCaches().then(() => worker.registration.unregister()));
});
