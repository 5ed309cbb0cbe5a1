import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { CompanyRow } from '../contract.ts';

const companiesKey = ['companies', 'list'] as const;
const pageSize = 10;

/** Loads ten of the companies that match a term. */
export function useCompanies(term: string, page: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...companiesKey, term, page],
    queryFn: ({ signal }) =>
      api.get<{ companies: CompanyRow[]; hasMore: boolean }>(
        '/companies',
        { searchParam: term.toLowerCase(), pageNumber: page, pageSize },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return {
    companies: query.data?.companies ?? [],
    hasMore: query.data?.hasMore ?? false,
    error: query.error,
    isLoading: query.isLoading,
    refetch: () => queries.invalidateQueries({ queryKey: companiesKey }),
  };
}
