import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Rates } from '../dashboard/RatingsCard.tsx';

export interface ReportRow {
  id: number;
  uuid: string;
  no: number;
  whatsappName: string | null;
  contactName: string;
  userName: string | null;
  queueName: string | null;
  queueColor: string | null;
  status: 'pending' | 'open' | 'closed';
  lastMessage: string;
  createdAt: string;
  closedAt: string | null;
  supportTime: number | null;
  NPS: 1 | 2 | 3 | null;
  extra: Record<string, string>;
}
export interface ReportPageData {
  tickets: ReportRow[];
  totalTickets: { total: number };
  columns: { id: string; label: string }[];
}
interface Times {
  mean: number | null;
  median: number | null;
  p90: number | null;
  open: number | null;
  count: number;
}
export interface Summary {
  attendances: number;
  closed: number;
  unattended: number;
  contacts: number | null;
  conversations: number | null;
  leads: number;
  wait: Times;
  reply: Times;
  support: Times;
  rates: Rates;
}
export interface Dimension {
  param: string;
  label: string;
  options: { value: string; label: string }[];
}

/** The parameters of the filter; the page's address has more: the tab, the page, the page size. */
export const filterNames = [
  'basis',
  'dateFrom',
  'dateTo',
  'searchParam',
  'contactId',
  'whatsappId',
  'users',
  'queueIds',
  'status',
  'onlyRated',
  'rate',
  'also',
] as const;
export const filterOf = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = address[name];
      return value ? [[name, value]] : [];
    }),
  );

export const pageSizes = ['5', '10', '20', '50'];

export const useReport = (address: Readonly<Record<string, string>>) => {
  const filter = filterOf(address);
  const page = Math.max(1, Number(address['page'] ?? 1) || 1);
  const pageSize = pageSizes.find((size) => size === address['pageSize']) ?? '20';
  const rows = useQuery({
    queryKey: ['reports', 'rows', filter, page, pageSize],
    queryFn: ({ signal }) =>
      api.get<ReportPageData>('/ticketreport/reports', { ...filter, pageNumber: page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
  const summary = useQuery({
    queryKey: ['reports', 'summary', filter],
    queryFn: ({ signal }) => api.get<Summary>('/ticketreport/summary', filter, { signal }),
    placeholderData: keepPreviousData,
  });
  return { filter, page, pageSize, rows, summary };
};

export const useDimensions = (): Dimension[] =>
  useQuery({
    queryKey: ['reports', 'dimensions'],
    queryFn: ({ signal }) => api.get<Dimension[]>('/ticketreport/dimensions', {}, { signal }),
    staleTime: 5 * 60_000,
  }).data ?? [];
