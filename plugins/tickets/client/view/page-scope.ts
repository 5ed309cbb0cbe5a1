import { getDefaultStore } from 'jotai';
import { use, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeFilters } from '../model/list-filters.ts';
import { ViewScopeContext, type OpenedTicket, type Store, type ViewScope } from './scope.ts';

/** Returns a ticket's address, with its tab and the active filters. */
export function pathOf({ uuid, status }: OpenedTicket): string {
  const { pathname, search } = location;
  const filters = new URLSearchParams(pathname.startsWith('/tickets') ? search : '');
  const next = writeFilters(filters, status ? { status } : {}).toString();
  return `/tickets/${uuid}${next && `?${next}`}`;
}

/**
 * The scope of the tickets page, whose address names the open conversation. The address is read when it is needed: it
 * is where the person is now, not where the component was rendered.
 */
export function usePageScope(store: Store = getDefaultStore()): ViewScope {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  return useMemo(
    () => ({
      store,
      shortcuts: true,
      hasList: true,
      current: () => location.pathname,
      shows: ({ uuid }) => location.pathname === `/tickets/${uuid}`,
      open: (ticket, { replace = false, unfiltered = false } = {}) =>
        void latest.current(unfiltered ? `/tickets/${ticket.uuid}` : pathOf(ticket), { replace }),
      leave: () => void latest.current(`/tickets${location.search}`),
    }),
    [store],
  );
}

/** The scope in which conversations open from here: that of the view around this, else the tickets page. */
export function useViewScope(): ViewScope {
  const page = usePageScope();
  return use(ViewScopeContext) ?? page;
}
