import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { listImportRoom, type ListImportProgress } from '../../contract.ts';
import { hasEnded, type ImportRow, type ListImport, type Verdict } from './list-import.ts';

const keyOf = (id: number) => ['contact-list-import', id] as const;

/** Fetches an import and follows its progress. */
export function useListImport(id: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...keyOf(id), 'details'],
    queryFn: ({ signal }) => api.get<ListImport>(`/contact-lists/imports/${id}`, {}, { signal }),
    staleTime: 0,
  });
  const set = (change: Partial<ListImport>): void => {
    queries.setQueryData<ListImport>([...keyOf(id), 'details'], (known) => known && { ...known, ...change });
  };
  useRoom(
    listImportRoom,
    { importId: id },
    {
      progress: ({ import: progress }: { import: ListImportProgress }) => {
        const known = query.data;
        if (!known || hasEnded(known)) return;
        // Columns and verdicts are known when a step ends.
        if (known.status !== progress.status) void queries.invalidateQueries({ queryKey: [...keyOf(id)] });
        if (hasEnded(progress) || known.status !== progress.status || progress.done >= known.done) set(progress);
      },
    },
    { queryKeys: [[...keyOf(id), 'details']] },
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
