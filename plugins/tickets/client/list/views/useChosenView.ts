import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePoint } from '@balcao/sdk/client';
import { activeFilters, viewOf, withView } from '../../model/saved-views.ts';
import type { SavedView } from '../../model/saved-views.ts';
import { listFilterPoint } from '../../parts.ts';
import { staysAtList } from '../../pages/screen.ts';
import { useListFilters } from '../useListFilters.ts';
import { useSavedViews } from './useSavedViews.ts';

/** The views, the one on show, and a function to choose another. */
export function useChosenView() {
  const [filters] = useListFilters();
  const [, setAddress] = useSearchParams();
  const contributed = usePoint(listFilterPoint);
  const views = useSavedViews();
  const params = useMemo(() => contributed.map(({ param }) => param), [contributed]);
  const chosen = useMemo(() => viewOf(views, filters, params), [filters, params, views]);
  const choose = useCallback(
    (view: SavedView) => setAddress((known) => withView(known, view.filters, params), { state: staysAtList }),
    [params, setAddress],
  );
  return { views, chosen, choose, now: activeFilters(filters) };
}
