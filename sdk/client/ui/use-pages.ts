import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Params } from '../index.ts';

/** What an `EditableList` shows, and how it asks for more of it. `usePages` gives one; any other source can. */
export interface Listed<T> {
  /** Where one is added by POST; `path/id` is where it is changed by PUT and removed by DELETE. */
  path: string;
  rows: readonly T[];
  /** Rows are on their way. */
  loading: boolean;
  /** Why rows could not be read; null or undefined while all is well. */
  error: unknown;
  /** Asks again for what is shown: after a change, here or elsewhere. */
  renew(): Promise<void>;
  /** How many there are in all. */
  count?: number | undefined;
  /** What is searched for; '' for everything. Absent where nothing can be searched. */
  term?: string;
  search?(term: string): void;
  hasMore?: boolean;
  more?(): void;
}

/** What `usePages` gives: rows that can be searched and that come page by page. */
export interface Pages<T> extends Listed<T> {
  term: string;
  search(term: string): void;
  hasMore: boolean;
  more(): void;
}

export interface PagesOptions {
  /** Where the cache keeps them; the first part of the path when absent. `renew` renews all that lies under it. */
  key?: readonly unknown[];
  /** The name of the rows in an answer; `records`. */
  rowsIn?: string;
  /** Asked for besides `searchParam` and `pageNumber`. */
  params?: Params;
}

interface Answer {
  hasMore: boolean;
  count?: number;
}

/**
 * The rows at `path`, page by page, with the term that they are searched by. The server is asked with `searchParam`
 * (in small letters) and `pageNumber` (from 1), and answers `{ records, hasMore, count? }`.
 * @example
 * const ideas = usePages<Idea>('/ideas');
 * // Others' changes show at once:
 * useRoom(ideasRoom, {}, { changed: ideas.renew }, { keeps: [['ideas']] });
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
  // What is known to be empty stays so while it is asked for again.
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
    more: () => void query.fetchNextPage(),
  };
}
