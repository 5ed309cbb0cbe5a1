/** Sends the queries of the opened page while its code is still loading. */
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

const { isShown } = hostSide;

const isHere = (session: Session): boolean => {
  const present = currentSession()?.user;
  return present?.id === session.user.id && present.companyId === session.user.companyId;
};

/** A failed query is left for the page to send again. */
const sendQuery = (query: PrefetchQuery): Promise<void> =>
  'initialPageParam' in query
    ? queryClient.prefetchInfiniteQuery(query as FetchInfiniteQueryOptions)
    : queryClient.prefetchQuery(query as FetchQueryOptions);

async function sendFirstQueries({ prefetch: first }: Item<AppRoute>, params: object, session: Session): Promise<void> {
  const match = { params: { ...params }, search: new URLSearchParams(location.search), session };
  const queries = (await first?.(match)) ?? [];
  // Another person may have signed in while the code loaded.
  if (isHere(session)) await Promise.all(queries.map(sendQuery));
}

const sent: Promise<void>[] = [];
/** Resolves when the queries sent so far have settled. */
export const firstAnswers = (): Promise<unknown> => Promise.all(sent);

/** Called with the contributions of a plugin before they are added; starts the opened page if it is among them. */
export function startPage(items: readonly { readonly point: string; readonly item: Item<object> }[]): void {
  const session = currentSession();
  if (!session) return;
  for (const { point, item } of items) {
    if (point !== appRoute.id) continue;
    const route = item as Item<AppRoute>;
    const at = matchPath(route.path, location.pathname);
    if (!at || route.public || !isShown(route, session)) continue;
    void (route.component as Partial<LazyPart<object>>).preload?.();
    sent.push(
      sendFirstQueries(route, at.params, session).catch((error: unknown) =>
        console.debug(`[${route.plugin}] first queries of ${route.path} could not be sent`, error),
      ),
    );
  }
}
