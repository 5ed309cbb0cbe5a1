import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api, ApiError, queryClient, useT, useToasts } from '@balcao/sdk/client';
import type { Translate } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
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
    // No answer at all is no refusal: the page stays, and tries again.
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

const isRefusal = (error: Error): error is ApiError => error instanceof ApiError && error.status !== 0;

const nameIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined;
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
};

/** Why a ticket does not open, naming who has it and where, as far as that is known. */
export function refusalText(error: ApiError, t: Translate): string {
  const { code, status } = error;
  const context = error.context;
  if (code === 'ERR_TICKET_OTHER_QUEUE' || code === 'ERR_NO_PERMISSION') return t('refused.access');
  if (code === 'ERR_TICKET_OTHER_USER') {
    const values = { user: nameIn(context.user), queue: nameIn(context.queue) };
    const named = values.user && values.queue ? 'userAndQueue' : values.user ? 'user' : values.queue ? 'queue' : 'plain';
    const state = context.status === 'pending' || context.status === 'closed' ? context.status : 'open';
    return t(`refused.${state}.${named}`, values);
  }
  if (code === 'ERR_NO_TICKET_FOUND' || status === 404) return t('refused.missing');
  return t('refused.again');
}

/** Who took a ticket before this person could. */
export const takerOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN' ? (nameIn(error.context.user) ?? '') : undefined;

/** The running conversation that stands in the way of another with the same contact. */
export const otherTicketOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET' && typeof error.context.uuid === 'string'
    ? (error.context.uuid as string)
    : undefined;
