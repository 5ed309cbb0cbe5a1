import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchMore, type Params } from '../index.ts';

/** The rows that an `EditableList` shows, and how it loads more. `usePages` returns one; any other source can. */
export interface Listed<T> {
  /** The path for POST of a new row; `path/id` for PUT and DELETE. */
  path: string;
  rows: readonly T[];
  /** True while rows are being loaded. */
  loading: boolean;
  /** The error of the last load; null or undefined if there is none. */
  error: unknown;
  /** Fetches the shown rows again, after a change here or elsewhere. */
  renew(): Promise<void>;
  /** The total number of rows. */
  count?: number | undefined;
  /** The search term; '' for none. Absent if the list cannot be searched. */
  term?: string;
  search?(term: string): void;
  hasMore?: boolean;
  more?(): void;
}

/** The result of `usePages`: searchable rows that are loaded page by page. */
export interface Pages<T> extends Listed<T> {
  term: string;
  search(term: string): void;
  hasMore: boolean;
  more(): void;
}

export interface PagesOptions {
  /** Cache key of the rows; the first segment of the path if absent. `renew` refetches everything under it. */
  key?: readonly unknown[];
  /** Name of the rows in a response; `records` if absent. */
  rowsIn?: string;
  /** Query parameters besides `searchParam` and `pageNumber`. */
  params?: Params;
}

interface Answer {
  hasMore: boolean;
  count?: number;
}

/**
 * Loads the rows at `path` page by page, with a search term. Requests have `searchParam` (in lower case) and
 * `pageNumber` (from 1); responses are `{ records, hasMore, count? }`.
 * @example
 * const ideas = usePages<Idea>('/ideas');
 * // Others' changes show at once:
 * useRoom(ideasRoom, {}, { changed: ideas.renew }, { queryKeys: [['ideas']] });
 */
export function usePages<T>(path: string, options: PagesOptions = {}): Pages<T> {
  const { key = [path.split('/')[1]], rowsIn = 'records', params } = options;
  const queries = useQueryClient();
  const [term, search] = useState('');
  const query = useInfiniteQuery({
    queryKey: [...key, 'page', { path, params, term }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Answer & Record<string, unknown>>(
        path,
        { ...params, searchParam: term.toLowerCase(), pageNumber: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap((page) => page[rowsIn] as T[]) ?? [];
  // A list known to be empty stays empty while it is fetched again.
  const isKnownEmpty = rows.length === 0 && query.isSuccess && !query.isPlaceholderData;
  return {
    path,
    rows,
    loading: query.isFetching && !isKnownEmpty,
    error: query.error,
    renew: () => queries.invalidateQueries({ queryKey: key }),
    count: query.data?.pages[0]?.count,
    term,
    search,
    hasMore: query.hasNextPage,
    more: () => fetchMore(query),
  };
}
