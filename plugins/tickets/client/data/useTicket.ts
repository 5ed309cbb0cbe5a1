import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, ApiError, queryClient, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { acceptedText, isRefusal, refusalText } from './refusals.ts';
import { knownTicket, ticketKeys, ticketUpdatesFromNow } from './ticket-cache.ts';

/** Query of a ticket. */
export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: ticketKeys.detail(uuid),
    queryFn: async ({ signal }) => {
      const applyUpdates = ticketUpdatesFromNow();
      return applyUpdates(await api.get<TicketView>(`/tickets/u/${encodeURIComponent(uuid)}`, {}, { signal }));
    },
    staleTime: 10_000,
  });

/** Loads a ticket before the part that shows it, without rendering for the response. */
export function useEarlyTicket(uuid: string | undefined): void {
  useQuery({ ...ticketQuery(uuid ?? ''), enabled: uuid !== undefined, notifyOnChangeProps: [] });
}

/**
 * One ticket, shown at once when a list knows it. `refusal`: why this person may not open it; `onRefused` is called
 * with it once instead, where a refused one is left.
 */
export function useTicket(uuid: string, onRefused?: (refusal: string) => void) {
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const query = useQuery({
    ...ticketQuery(uuid),
    placeholderData: () => knownTicket((ticket) => ticket.uuid === uuid),
  });
  const { data, error, refetch } = query;
  /** It was waiting while on the screen, and this person did not accept it. */
  const waited = useRef<string>(undefined);
  useEffect(() => {
    if (data?.status === 'pending') waited.current = data.uuid;
    else if (data?.userId === user.id) waited.current = undefined;
  }, [data, user.id]);
  useEffect(() => {
    // Any other failure is no reason to leave: the page stays, with a way to retry.
    if (error instanceof ApiError && error.status >= 500) toasts.error(t('refused.again'));
    if (error && !isRefusal(error)) {
      // A ticket known from a list is better than an error page; live updates keep it current.
      const known = knownTicket((ticket) => ticket.uuid === uuid);
      if (known) queryClient.setQueryData<TicketView>(ticketKeys.detail(known.uuid), known);
    }
  }, [error, t, toasts, uuid]);
  const refusal = isRefusal(error)
    ? ((waited.current === uuid ? acceptedText(error, t) : undefined) ?? refusalText(error, t))
    : undefined;
  const refused = useRef(onRefused);
  refused.current = onRefused;
  useEffect(() => {
    if (refusal === undefined) return;
    // Removed from the cache, so that a later attempt requests it again.
    const forget = () => queryClient.removeQueries({ queryKey: ticketKeys.detail(uuid) });
    if (!refused.current) return forget;
    refused.current(refusal);
    forget();
  }, [refusal, uuid]);

  // A colleague accepted or moved it: the server decides whether it may still be read.
  const place = data && `${data.uuid} ${data.status} ${data.userId} ${data.queueId}`;
  const known = useRef(place);
  useEffect(() => {
    const before = known.current;
    known.current = place;
    if (before && place && before !== place && before.slice(0, 36) === place.slice(0, 36)) void refetch();
  }, [place, refetch]);
  return { ticket: refusal === undefined ? data : undefined, error, refusal, refetch };
}
