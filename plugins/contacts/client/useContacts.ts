import { useEffect, useRef } from 'react';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, fetchMore, useRoom } from '@balcao/sdk/client';
import { contactsRoom, type Contact } from '../contract.ts';
import type { ContactPage } from './contact-row.ts';

type Loaded = InfiniteData<ContactPage, number>;

const listKey = ['contacts', 'list'] as const;
export const detailsKey = (id: number) => ['contacts', 'details', id] as const;

/**
 * Milliseconds for which changes are collected before they are fetched: a busy company changes contacts many times a
 * second.
 */
const gatherMs = 1000;
const maxFetched = 10;

const each = (loaded: Loaded, step: (contacts: Contact[]) => Contact[]): Loaded => ({
  ...loaded,
  pages: loaded.pages.map((page) => ({ ...page, contacts: step(page.contacts) })),
});
const inLists = (queries: QueryClient, step: (contacts: Contact[]) => Contact[]): void => {
  queries.setQueriesData<Loaded>({ queryKey: listKey }, (loaded) => loaded && each(loaded, step));
};
const isListed = (queries: QueryClient, id: number): boolean =>
  queries
    .getQueriesData<Loaded>({ queryKey: listKey })
    .some(([, loaded]) => loaded?.pages.some((page) => page.contacts.some((contact) => contact.id === id)));

/** Fetches changed contacts: single rows if few of them are displayed, else the list. */
async function refreshChanged(queries: QueryClient, ids: readonly number[]): Promise<void> {
  const shown = ids.filter((id) => isListed(queries, id));
  if (shown.length < ids.length || shown.length > maxFetched) {
    await queries.invalidateQueries({ queryKey: listKey });
    return;
  }
  const fresh = await Promise.all(shown.map((id) => api.get<Contact>(`/contacts/${id}`).catch(() => undefined)));
  inLists(queries, (contacts) => contacts.map((contact) => fresh.find((one) => one?.id === contact.id) ?? contact));
}

/** Fetches the contacts that match a term, page by page, and updates them live. */
export function useContacts(term: string) {
  const queries = useQueryClient();
  const changed = useRef(new Set<number>());
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  const query = useInfiniteQuery({
    queryKey: [...listKey, term],
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactPage>('/contacts', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const gather = (contactId: number): void => {
    changed.current.add(contactId);
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      const ids = [...changed.current];
      changed.current.clear();
      void refreshChanged(queries, ids);
    }, gatherMs);
  };
  useRoom(
    contactsRoom,
    {},
    {
      update: ({ contactId }: { contactId: number }) => gather(contactId),
      delete: ({ contactId }: { contactId: number }) => {
        inLists(queries, (contacts) => contacts.filter(({ id }) => id !== contactId));
        // Later rows move up by one, so the next page would skip one of them.
        gather(contactId);
      },
    },
    { queryKeys: [listKey] },
  );
  return {
    contacts: query.data?.pages.flatMap(({ contacts }) => contacts) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => fetchMore(query),
    refetch: () => queries.invalidateQueries({ queryKey: ['contacts'] }),
  };
}
