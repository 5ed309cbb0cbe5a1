/** Asks for what the opened page needs while its code is still on its way. */
import type { FetchInfiniteQueryOptions, FetchQueryOptions } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import {
  appRoute,
  currentSession,
  hostSide,
  queryClient,
  type AppRoute,
  type PrefetchQuery,
  type Item,
  type LazyPart,
  type Session,
} from '@balcao/sdk/client';

const { shows } = hostSide;

const isHere = (session: Session): boolean => {
  const present = currentSession()?.user;
  return present?.id === session.user.id && present.companyId === session.user.companyId;
};

/** A failed one stays for the page to ask again. */
const ask = (query: PrefetchQuery): Promise<void> =>
  'initialPageParam' in query
    ? queryClient.prefetchInfiniteQuery(query as FetchInfiniteQueryOptions)
    : queryClient.prefetchQuery(query as FetchQueryOptions);

async function askFirst({ prefetch: first }: Item<AppRoute>, params: object, session: Session): Promise<void> {
  const place = { params: { ...params }, search: new URLSearchParams(location.search), session };
  const queries = (await first?.(place)) ?? [];
  // Somebody else may have signed in while its code came.
  if (isHere(session)) await Promise.all(queries.map(ask));
}

const asked: Promise<void>[] = [];
/** Resolves when those asked so far are answered, well or not. */
export const firstAnswers = (): Promise<unknown> => Promise.all(asked);

/** Called with what a plugin is about to add: is the page that was opened among it? */
export function startPage(items: readonly { readonly point: string; readonly item: Item<object> }[]): void {
  const session = currentSession();
  if (!session) return;
  for (const { point, item } of items) {
    if (point !== appRoute.id) continue;
    const route = item as Item<AppRoute>;
    const at = matchPath(route.path, location.pathname);
    if (!at || route.public || !shows(route, session)) continue;
    void (route.component as Partial<LazyPart<object>>).preload?.();
    asked.push(
      askFirst(route, at.params, session).catch((error: unknown) =>
        console.debug(`[${route.plugin}] the first queries of ${route.path} were not asked`, error),
      ),
    );
  }
}
