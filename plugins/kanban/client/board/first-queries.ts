import { queryClient, type PrefetchQuery } from '@balcao/sdk/client';
import { readBoard, readFilter } from './board-filter.ts';
import { boardQuery, boardsQuery } from './boards-query.ts';

/** Queries that the page sends at once, when the application is opened at its address. */
export const firstQueries = async (search: URLSearchParams): Promise<readonly PrefetchQuery[]> => {
  const filter = readFilter(search);
  const named = readBoard(search);
  if (named !== undefined) return [boardsQuery, boardQuery(named, filter)];
  const [first] = await queryClient.fetchQuery(boardsQuery);
  return first ? [boardQuery(first.id, filter)] : [];
};
