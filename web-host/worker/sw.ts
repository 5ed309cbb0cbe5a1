/** The service worker: cached code, the offline page, push notifications. */
import { answerAsset, deleteCaches, isForeignCache, deleteFormerAssets } from './assets.ts';
import { answerNavigation, cacheOfflinePage, offlineCache } from './offline.ts';
import { onClick, onPush } from './push.ts';
import { worker } from './worker-scope.ts';

worker.addEventListener('install', (event) => {
  // No page depends on the version of the worker, so a new one need not wait for the last window to close.
  event.waitUntil(cacheOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    for (const name of await worker.caches.keys())
      if (isForeignCache(name, [offlineCache])) await worker.caches.delete(name);
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  event.waitUntil(begin());
});

worker.addEventListener('fetch', (event) => {
  answerAsset(event);
  answerNavigation(event);
});

worker.addEventListener('push', onPush);
worker.addEventListener('notificationclick', onClick);

worker.addEventListener('message', (event) => {
  const { kind, addresses } = (event.data ?? {}) as { kind?: unknown; addresses?: unknown };
  if (kind === 'current' && Array.isArray(addresses)) event.waitUntil(deleteFormerAssets(addresses as string[]));
  if (kind === 'leave') event.waitUntil(deleteCaches().then(() => worker.registration.unregister()));
});
