import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, fetchMore } from '@balcao/sdk/client';

export interface Invoice {
  id: number;
  description: string;
  value: string;
  dueDate: string;
  status: 'open' | 'paid' | 'cancelled';
  state: 'paid' | 'overdue' | 'open' | 'cancelled';
  invoiceUrl: string;
}
/** One invoice with its payments. */
export interface WholeInvoice extends Invoice {
  receipt: { paidAt: string; reference: string; payer: string; taxNumber: string } | null;
}
interface InvoicePage {
  invoices: Invoice[];
  hasMore: boolean;
  count: number;
}

const invoicesKey = ['finance', 'invoices'] as const;

/** Fetches the company’s invoices, page by page; `SubscriptionWatch` invalidates them when one is paid. */
export function useInvoices(term: string) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [...invoicesKey, term],
    queryFn: ({ pageParam, signal }) =>
      api.get<InvoicePage>('/invoices/all', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const refetch = () => queries.invalidateQueries({ queryKey: invoicesKey });
  return {
    invoices: query.data?.pages.flatMap(({ invoices }) => invoices) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => fetchMore(query),
    refetch,
  };
}

export const useInvoice = (id: number) =>
  useQuery({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: ({ signal }) => api.get<WholeInvoice>(`/invoices/${id}`, {}, { signal }),
  });
