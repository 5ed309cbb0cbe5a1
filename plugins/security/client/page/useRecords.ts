import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '@balcao/sdk/client';

export interface AuditRow {
  id: number;
  at: string;
  userId: number | null;
  userName: string;
  super: boolean;
  ip: string;
  userAgent: string;
  device: { browser: string; system: string };
  plugin: string;
  action: string;
  label: string;
  subject: string;
  detail: Record<string, unknown>;
  company: { id: number; name: string | null } | null;
  /** Labels of the keys of `detail` and `changes`, and of each table. */
  fields: Record<string, string>;
  rows: Record<string, string>;
  /** By key: names of the ids. */
  names: Record<string, Record<string, string>>;
  changes: {
    table: string;
    id: string;
    operation: 'insert' | 'update' | 'delete';
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  }[];
}

export interface RecordFilter {
  /** `true`: the platform's log instead of the company's. */
  platform: string;
  searchParam: string;
  userId: string;
  action: string;
  from: string;
  to: string;
}

/** Returns the name of the company that a platform entry is about; its id once it is deleted. */
export const companyName = (company: AuditRow['company']): string =>
  company ? (company.name ?? `#${company.id}`) : '—';

/** Returns the non-empty fields of a filter. */
export const paramsOf = (filter: RecordFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** Loads the log of the company or the platform, page by page. */
export function useRecords(filter: RecordFilter) {
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: ['security', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<{ records: AuditRow[]; hasMore: boolean }>(
        '/audit',
        { ...paramsOf(filter), ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ records, hasMore }) => (hasMore ? records.at(-1)?.id : undefined),
  });
  return { ...query, records: query.data?.pages.flatMap(({ records }) => records) ?? [] };
}
