import { worker, type FetchEvent } from './worker-scope.ts';

/** Set by the build: changes with the files, so that a new worker fetches them again. */
declare const __OFFLINE_VERSION__: string;

export const offlineCache = `balcao.offline-${__OFFLINE_VERSION__}`;
const page = '/offline.html';
/** Files that are answered from the cache when the server cannot be reached. */
export const offlineFiles = [page, '/offline.js', '/icon.svg'];

export const cacheOfflinePage = async (): Promise<void> => {
  const cache = await worker.caches.open(offlineCache);
  await cache.addAll(offlineFiles.map((address) => new Request(address, { cache: 'reload' })));
};

const answerPage = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const cached = await worker.caches.match(page);
    if (!cached) throw error;
    return cached;
  }
};

const answerPart = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await worker.caches.match(request, { ignoreSearch: true });
    if (!cached) throw error;
    return cached;
  }
};

/**
 * Navigation always goes to the server, so a page and the code it names are of one version. Without a server the
 * offline page is shown.
 */
export const answerNavigation = (event: FetchEvent): void => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (/^\/(api|public|socket\.io)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event));
  else if (offlineFiles.includes(pathname)) event.respondWith(answerPart(request));
};
