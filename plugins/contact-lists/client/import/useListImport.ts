import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { listImportRoom, type ListImportProgress } from '../../contract.ts';
import { hasEnded, type ImportRow, type ListImport, type Verdict } from './list-import.ts';

const keyOf = (id: number) => ['contact-list-import', id] as const;

/** Fetches an import and follows its progress. */
export function useListImport(id: number) {
  const queries = useQueryClient();
  const detailsKey = [...keyOf(id), 'details'];
  const query = useQuery({
    queryKey: detailsKey,
    queryFn: ({ signal }) => api.get<ListImport>(`/contact-lists/imports/${id}`, {}, { signal }),
    staleTime: 0,
  });
  /** Shows a state, unless the import has ended: it may end before the request that started it is answered. */
  const set = (state: ListImportProgress): void => {
    queries.setQueryData<ListImport>(detailsKey, (known) =>
      known && (!hasEnded(known) || hasEnded(state)) ? { ...known, ...state } : known,
    );
  };
  useRoom(
    listImportRoom,
    { importId: id },
    {
      progress: ({ import: progress }: { import: ListImportProgress }) => {
        const known = queries.getQueryData<ListImport>(detailsKey);
        if (!known || hasEnded(known)) return;
        // Columns and verdicts are known when a step ends.
        if (known.status !== progress.status) void queries.invalidateQueries({ queryKey: [...keyOf(id)] });
        if (hasEnded(progress) || known.status !== progress.status || progress.done >= known.done) set(progress);
      },
    },
    { queryKeys: [detailsKey] },
  );
  return {
    ...query,
    set,
    /** Shows a new state after the rows were judged again. */
    judged: (details: ListImport): void => {
      set(details);
      void queries.invalidateQueries({ queryKey: [...keyOf(id), 'rows'] });
    },
  };
}

interface RowPage {
  rows: ImportRow[];
  hasMore: boolean;
}

/** Fetches the rows of one verdict, or of all, page by page. */
export const useImportRows = (id: number, verdict: Verdict | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(id), 'rows', verdict ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.get<RowPage>(`/contact-lists/imports/${id}/rows`, { after: pageParam, verdict }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: RowPage) => (last.hasMore ? last.rows.at(-1)?.line : undefined),
    placeholderData: keepPreviousData,
  });
