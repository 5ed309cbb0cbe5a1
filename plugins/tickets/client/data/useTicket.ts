import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api, ApiError, queryClient, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { isRefusal, refusalText } from './refusals.ts';
import { knownTicket, ticketKeys } from './ticketCache.ts';

/** The ticket of the address. Shown at once when a list knows it; sent back to the list when it may not be opened. */
export function useTicket(uuid: string | undefined) {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useQuery({
    queryKey: ticketKeys.detail(uuid ?? ''),
    queryFn: ({ signal }) => api.get<TicketView>(`/tickets/u/${encodeURIComponent(uuid ?? '')}`, {}, { signal }),
    placeholderData: () => knownTicket((ticket) => ticket.uuid === uuid),
    enabled: uuid !== undefined,
    staleTime: 10_000,
  });
  const { error } = query;
  useEffect(() => {
    // No refusal is no reason to leave: the page stays, with a way to try again.
    if (error instanceof ApiError && error.status >= 500) toasts.error(t('refused.again'));
    if (!error || !isRefusal(error)) return;
    toasts.error(refusalText(error, t));
    // Forgotten, so that a later try asks anew instead of being refused by memory.
    queryClient.removeQueries({ queryKey: ticketKeys.detail(uuid ?? '') });
    void navigate(`/tickets${search}`, { replace: true });
  }, [error, navigate, search, t, toasts, uuid]);

  // A colleague accepted it, or it went elsewhere: whether it still may be read, the server says.
  const { data, refetch } = query;
  const place = data && `${data.uuid} ${data.status} ${data.userId} ${data.queueId}`;
  const known = useRef(place);
  useEffect(() => {
    const before = known.current;
    known.current = place;
    if (before && place && before !== place && before.slice(0, 36) === place.slice(0, 36)) void refetch();
  }, [place, refetch]);
  return { ticket: error && isRefusal(error) ? undefined : data, error, refetch };
}
