import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Panel } from '../../panel.ts';
import type { PanelFilters } from './panel-filters.ts';
import { readings } from './readings.ts';

const panelKey = ['manager', 'panel'] as const;

export interface Reading {
  panel: Panel;
  /** The filters that it was read with. */
  filters: Pick<PanelFilters, 'queueIds' | 'tagIds'>;
  /** `performance.now()` when the request was sent. */
  at: number;
}

/** Everything that the page shows, in one answer. */
export const panelQuery = ({ queueIds, tagIds }: Pick<PanelFilters, 'queueIds' | 'tagIds'>) =>
  queryOptions({
    queryKey: [...panelKey, queueIds.join(','), tagIds.join(',')],
    queryFn: async ({ signal }): Promise<Reading> => {
      const at = readings.begin();
      const parameters = {
        ...(queueIds.length > 0 && { queueIds: JSON.stringify(queueIds) }),
        ...(tagIds.length > 0 && { tags: JSON.stringify(tagIds) }),
      };
      const panel = await api.get<Panel>('/manager/panel', parameters, { signal });
      return { panel, filters: { queueIds, tagIds }, at };
    },
    placeholderData: keepPreviousData,
    // Only the reading on the screen is kept current: an earlier one of other filters is read again.
    staleTime: (query) => (readings.isFresh(query.state.data) ? Infinity : 0),
    // Large, and outdated soon after the page is left.
    gcTime: 30_000,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
