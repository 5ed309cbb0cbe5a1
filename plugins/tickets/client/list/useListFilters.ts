import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePoint, useSession } from '@balcao/sdk/client';
import { permitted, readFilters, writeFilters } from '../model/list-filters.ts';
import type { ListFilters } from '../model/list-filters.ts';
import { staysAtList } from '../pages/screen.ts';
import { useListOrder } from './order/useListOrder.ts';
import { listFilterPoint } from '../parts.ts';

/** The filters in the page address, and a function to change them. */
export function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const [address, setAddress] = useSearchParams();
  const { can } = useSession();
  const contributed = usePoint(listFilterPoint);
  const orderOf = useListOrder();
  const filters = useMemo(() => {
    const read = readFilters(
      address,
      contributed.map((item) => item.param),
    );
    return permitted({ ...read, order: orderOf(read.status) }, can);
  }, [address, can, contributed, orderOf]);
  const change = useCallback(
    (given: Partial<ListFilters>) =>
      // Read from the current address, not from the last render: two changes within one frame both count.
      setAddress(writeFilters(new URLSearchParams(location.search), given), { replace: true, state: staysAtList }),
    [setAddress],
  );
  return [filters, change];
}
