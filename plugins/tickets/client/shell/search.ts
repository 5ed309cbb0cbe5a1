import { Chat20Regular } from '@fluentui/react-icons';
import type { CommandContext, SearchHit } from '@balcao/sdk/client';
import type { TicketPage } from '../model/ticketList.ts';

const mostHits = 6;

/** Tickets for the palette, by contact or last message. */
export async function searchTickets(
  term: string,
  context: CommandContext & { signal: AbortSignal },
): Promise<SearchHit[]> {
  const { api, session, signal, t } = context;
  const everybody = session.can('tickets-manager:showall') ? { showAll: 'true' } : {};
  const { tickets } = await api.get<TicketPage>(
    '/tickets',
    { searchParam: term, pageNumber: 1, ...everybody },
    { signal },
  );
  return tickets.slice(0, mostHits).map((ticket) => ({
    id: String(ticket.id),
    icon: Chat20Regular,
    title: ticket.contact.name,
    subtitle: [t(`status.${ticket.status}`), t('chat.number', { id: ticket.id }), ticket.queue?.name]
      .filter(Boolean)
      .join(' · '),
    path: `/tickets/${ticket.uuid}${ticket.status === 'open' ? '' : `?status=${ticket.status}`}`,
  }));
}
