import { useState } from 'react';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { InstalledPlugin } from '../installed.ts';
import { companiesKey, installedKey, refetchInstalled } from '../useInstalled.ts';

export interface SwitchedCompany {
  id: number;
  name: string;
  on: boolean;
}
interface CompanyPage {
  companies: SwitchedCompany[];
  count: number;
  hasMore: boolean;
}
type Loaded = InfiniteData<CompanyPage, number>;

const shownAs = (companyId: number, on: boolean) => (loaded: Loaded | undefined) =>
  loaded && {
    ...loaded,
    pages: loaded.pages.map((page) => ({
      ...page,
      companies: page.companies.map((company) => (company.id === companyId ? { ...company, on } : company)),
    })),
  };

/**
 * Loads the companies that match a term and their switch of the plugin. A switch is optimistic, rolled back when
 * refused.
 */
export function useCompanies(plugin: string, term: string) {
  const queries = useQueryClient();
  const ofPlugin: QueryKey = [...companiesKey, plugin];
  const [faults, setFaults] = useState<ReadonlyMap<number, unknown>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const query = useInfiniteQuery({
    queryKey: [...ofPlugin, term],
    queryFn: ({ pageParam, signal }) =>
      api.get<CompanyPage>(
        `/platform/installed/${encodeURIComponent(plugin)}/companies`,
        { search: term || undefined, page: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

  const show = (companyId: number, on: boolean): void => {
    queries.setQueriesData<Loaded>({ queryKey: ofPlugin }, shownAs(companyId, on));
    queries.setQueriesData<{ plugins: InstalledPlugin[] }>(
      { queryKey: installedKey },
      (known) =>
        known && {
          plugins: known.plugins.map((one) =>
            one.id === plugin
              ? { ...one, companies: { ...one.companies, on: Math.max(0, one.companies.on + (on ? 1 : -1)) } }
              : one,
          ),
        },
    );
  };
  const fault = (companyId: number, error: unknown): void =>
    setFaults((before) => {
      const next = new Map(before);
      if (error === undefined) next.delete(companyId);
      else next.set(companyId, error);
      return next;
    });

  const change = async ({ id }: SwitchedCompany, on: boolean): Promise<void> => {
    fault(id, undefined);
    setBusy((before) => new Set(before).add(id));
    // A response in flight would show the former state.
    await Promise.all([
      queries.cancelQueries({ queryKey: ofPlugin }),
      queries.cancelQueries({ queryKey: installedKey }),
    ]);
    show(id, on);
    try {
      await api.put(`/platform/installed/${encodeURIComponent(plugin)}/companies/${id}`, { on });
    } catch (error) {
      show(id, !on);
      fault(id, error);
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)));
      void refetchInstalled(queries);
    }
  };

  return {
    companies: query.data?.pages.flatMap(({ companies }) => companies),
    count: query.data?.pages[0]?.count,
    error: query.error,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
    change,
    busy,
    faults,
  };
}
