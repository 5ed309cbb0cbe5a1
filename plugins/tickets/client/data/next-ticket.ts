import { queryClient } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { rowsOf } from '../model/ticket-list.ts';
import type { TicketPages } from '../model/ticket-list.ts';
import { ticketKeys } from './ticket-cache.ts';

/** Returns the conversation below this one in the list on the screen, else the one above; null: it is the only one. */
export function nextTicket({ id }: TicketView): TicketView | null {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ticketKeys.lists, type: 'active' })) {
    const rows = rowsOf(query.state.data as TicketPages | undefined);
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return rows[at + 1] ?? rows[at - 1] ?? null;
  }
  return null;
}
