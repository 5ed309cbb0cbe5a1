import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { paymentRoom } from '../../contract.ts';

export interface Invoice {
  id: number;
  description: string;
  value: string;
  dueDate: string;
  status: 'open' | 'paid';
  state: 'paid' | 'overdue' | 'open';
  invoiceUrl: string;
}
interface InvoicePage {
  invoices: Invoice[];
  hasMore: boolean;
  count: number;
}

const invoicesKey = ['finance', 'invoices'] as const;

/** The company's invoices, page by page; a payment shows at once. */
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
  useRoom(paymentRoom, {}, { payment: () => void refetch() });
  return {
    invoices: query.data?.pages.flatMap(({ invoices }) => invoices) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    refetch,
  };
}
