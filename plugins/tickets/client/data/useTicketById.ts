import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { isRefusal, refusalText } from './refusals.ts';
import { knownTicket, ticketKeys, ticketUpdatesFromNow } from './ticket-cache.ts';

/** One ticket for a summary, without logging an access. `refusal`: why it is not shown. */
export function useTicketById(ticketId: number) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ticketKeys.summary(ticketId),
    queryFn: async ({ signal }) => {
      const applyUpdates = ticketUpdatesFromNow();
      return applyUpdates(await api.get<TicketView>(`/tickets/${ticketId}`, {}, { signal }));
    },
    placeholderData: () => knownTicket(({ id }) => id === ticketId),
    staleTime: 10_000,
  });
  const refusal = isRefusal(error) ? refusalText(error, t) : undefined;
  return { ticket: refusal === undefined ? data : undefined, error, refusal, refetch };
}
