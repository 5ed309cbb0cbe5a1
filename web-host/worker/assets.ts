import { worker, type FetchEvent } from './worker-scope.ts';

/** Lists the current files: the only file of the host that changes under a constant address. */
const listOfCurrent = '/host/current.json';

/** Cache of files whose address changes with their content, so that an entry never expires. */
const assets = 'balcao.assets';
const isAsset = (path: string): boolean =>
  (path.startsWith('/host/') && path !== listOfCurrent) || /^\/plugins\/[a-z0-9-]+\/(?!public\/)[a-z0-9]+\//.test(path);

/** True while everything is being deleted: responses still in flight must not be cached again. */
let isLeaving = false;
/** Opening a cache creates it: a pending open must finish before all caches are deleted. */
const opening = new Set<Promise<Cache>>();
const openAssets = (): Promise<Cache> => {
  const cache = worker.caches.open(assets);
  opening.add(cache);
  const done = (): void => void opening.delete(cache);
  cache.then(done, done);
  return cache;
};

/**
 * Answers requests for such files from the cache. Everything else, the API above all, goes to the network unchanged.
 */
export const answerAsset = (event: FetchEvent): void => {
  if (isLeaving) return;
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || !isAsset(url.pathname)) return;
  event.respondWith(fromCacheFirst(event, request));
};

const fromCacheFirst = async (event: FetchEvent, request: Request): Promise<Response> => {
  const cache = await openAssets();
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  // A full disk must not keep the page from its code.
  if (answer.status === 200 && answer.type === 'basic' && !isLeaving)
    event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined));
  return answer;
};

/**
 * Deletes the code of former versions. Only while no other window is open: it may still use that version and fetch more
 * of it.
 */
export const deleteFormerAssets = async (current: readonly string[]): Promise<void> => {
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

/** Returns the caches of this product that this version does not use. */
export const isForeignCache = (name: string, own: readonly string[]): boolean =>
  name.startsWith('balcao.') && name !== assets && !own.includes(name);

export const deleteCaches = async (): Promise<void> => {
  isLeaving = true;
  await Promise.allSettled(opening);
  for (const name of await worker.caches.keys()) if (name.startsWith('balcao.')) await worker.caches.delete(name);
};
