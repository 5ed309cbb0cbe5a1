import { getDefaultStore } from 'jotai';
import { use, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeFilters } from '../model/listFilters.ts';
import { ViewScopeContext, type OpenedTicket, type Store, type ViewScope } from './scope.ts';

/** A ticket's address, with the tab it stands in and the filters that are on. */
export function pathOf({ uuid, status }: OpenedTicket): string {
  const { pathname, search } = location;
  const filters = new URLSearchParams(pathname.startsWith('/tickets') ? search : '');
  const next = writeFilters(filters, status ? { status } : {}).toString();
  return `/tickets/${uuid}${next && `?${next}`}`;
}

/**
 * Conversations open on the tickets page, by its address. It is read when it is needed: where the person is by now, and
 * not where the part was drawn that began something, which may be gone since.
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
      place: () => location.pathname,
      shows: ({ uuid }) => location.pathname === `/tickets/${uuid}`,
      open: (ticket, { replace = false, unfiltered = false } = {}) =>
        void latest.current(unfiltered ? `/tickets/${ticket.uuid}` : pathOf(ticket), { replace }),
      leave: () => void latest.current(`/tickets${location.search}`),
    }),
    [store],
  );
}

/** Where conversations open that are worked on here: in the view round this, else on the tickets page. */
export function useViewScope(): ViewScope {
  const page = usePageScope();
  return use(ViewScopeContext) ?? page;
}
