import { worker, type Fetching } from './worker-scope.ts';

/** Names what is current: the one file of the host's that changes under its address. */
const listOfCurrent = '/host/current.json';

/** Files whose address changes with their bytes: what was once fetched is right for ever. */
const assets = 'balcao.assets';
const isAsset = (path: string): boolean =>
  (path.startsWith('/host/') && path !== listOfCurrent) || /^\/plugins\/[a-z0-9-]+\/(?!public\/)[a-z0-9]+\//.test(path);

/** What is still on its way when everything is forgotten must not be kept anew. */
let isLeaving = false;
/** Opening a cache makes it: one that is being opened now must not come to be after all were deleted. */
const opening = new Set<Promise<Cache>>();
const openAssets = (): Promise<Cache> => {
  const cache = worker.caches.open(assets);
  opening.add(cache);
  const done = (): void => void opening.delete(cache);
  cache.then(done, done);
  return cache;
};

/** Answers such files from what was kept. Everything else, the API above all, goes to the network as if nobody were here. */
export const answerAsset = (event: Fetching): void => {
  if (isLeaving) return;
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || !isAsset(url.pathname)) return;
  event.respondWith(fromCacheFirst(event, request));
};

const fromCacheFirst = async (event: Fetching, request: Request): Promise<Response> => {
  const cache = await openAssets();
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // A full disk must not keep the page from its code.
  if (answer.status === 200 && answer.type === 'basic' && !isLeaving)
    event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined));
  return answer;
};

/**
 * Forgets the code of former versions. Only while no other window is open: that one may still stand on it, and fetch
 * the rest of it later.
 */
export const keepOnly = async (current: readonly string[]): Promise<void> => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  const files = new Set(current);
  const folders = current.filter((address) => address.endsWith('/'));
  const isCurrent = (path: string): boolean => files.has(path) || folders.some((folder) => path.startsWith(folder));
  if (isLeaving) return;
  const cache = await openAssets();
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (/\.m?js$/.test(pathname) && !isCurrent(pathname)) await cache.delete(request);
  }
};

/** Caches of this product that this version does not use. */
export const isForeignCache = (name: string, own: readonly string[]): boolean =>
  name.startsWith('balcao.') && name !== assets && !own.includes(name);

export const forgetEverything = async (): Promise<void> => {
  isLeaving = true;
  await Promise.allSettled(opening);
  for (const name of await worker.caches.keys()) if (name.startsWith('balcao.')) await worker.caches.delete(name);
};
