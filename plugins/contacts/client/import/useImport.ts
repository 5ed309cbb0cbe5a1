import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { importRoom, type ImportProgress } from '../../contract.ts';
import { isNewer, type ImportDetails, type ImportRow } from './import-row.ts';

const keyOf = (id: number) => ['contacts', 'import', id] as const;

/** Fetches an import and updates it live while its page is open. */
export function useImport(id: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.get<ImportDetails>(`/contacts/import/${id}`, {}, { signal }),
    staleTime: 0,
  });
  /** Shows a state, unless a later one is known: a small import may end before the request that started it is answered. */
  const set = (state: ImportProgress): void => {
    queries.setQueryData<ImportDetails>(keyOf(id), (known) =>
      known && isNewer(state, known) ? { ...known, ...state } : known,
    );
  };
  useRoom(
    importRoom,
    { importId: id },
    {
      progress: ({ import: progress }: { import: ImportProgress }) => set(progress),
    },
    { queryKeys: [keyOf(id)] },
  );
  return { ...query, set };
}

/** Fetches the recent imports. */
export const useLatestImports = () =>
  useQuery({
    queryKey: ['contacts', 'imports'],
    queryFn: ({ signal }) => api.get<ImportRow[]>('/contacts/import', {}, { signal }),
    staleTime: 0,
  });
