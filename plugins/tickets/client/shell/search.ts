import { Chat20Regular, ChatMultiple20Regular, TextQuote20Regular } from '@fluentui/react-icons';
import {
  formatsFor,
  mediaUrl,
  queryClient,
  foldText,
  type CommandContext,
  type PaletteAvatar,
  type SearchHit,
} from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { plainText } from '@balcao/sdk/chat';
import type { FoundPage } from '../search/useMessageSearch.ts';
import type { TicketPage } from '../model/ticket-list.ts';

const maxHits = 6;
/** Number of characters shown before a hit. */
const before = 40;
/** Folds accents and case character by character, so that positions stay valid in the text. */
const folded = (text: string): string =>
  [...text].map((sign) => foldText(sign).padEnd(sign.length).slice(0, sign.length)).join('');
/** Beside these is a link to all of them. */
const maxMessages = 5;

/** Finds tickets for the palette, by contact or last message; `#123` by id. */
export async function searchTickets(
  term: string,
  context: CommandContext & { signal: AbortSignal },
): Promise<SearchHit[]> {
  const { api, session, signal, t } = context;
  const everybody = session.can('tickets-manager:showall') ? { showAll: 'true' } : {};
  const number = /^#\s*(\d{1,9})$/.exec(term)?.[1];
  const wanted = number ? { ids: number } : { searchParam: term.replace(/^#/, '') };
  const { tickets } = await api.get<TicketPage>('/tickets', { ...wanted, pageNumber: 1, ...everybody }, { signal });
  return tickets.slice(0, maxHits).map((ticket): SearchHit => ({
    id: String(ticket.id),
    icon: Chat20Regular,
    avatar: avatarOf(ticket),
    ...foundIn(ticket, term),
    title: ticket.contact.name,
    subtitle: [t(`status.${ticket.status}`), t('chat.number', { id: ticket.id }), ticket.queue?.name]
      .filter(Boolean)
      .join(' · '),
    path: `/tickets/${ticket.uuid}${ticket.status === 'open' ? '' : `?status=${ticket.status}`}`,
    prefetch: () => void prefetchTicket(ticket),
  }));
}

/** Both at once: the page would request the messages only once it has the ticket. */
async function prefetchTicket({ id, uuid }: TicketView): Promise<void> {
  const [{ prefetchMessages }, { ticketQuery }] = await Promise.all([
    import('../data/useMessages.ts'),
    import('../data/useTicket.ts'),
  ]);
  prefetchMessages(queryClient, id);
  await queryClient.prefetchQuery(ticketQuery(uuid));
}

const avatarOf = ({ contact, channel, isGroup }: TicketView): PaletteAvatar => ({
  name: contact.name,
  square: isGroup,
  ...(channel && { channel }),
  ...(contact.profilePicUrl && { picture: mediaUrl(contact.profilePicUrl) }),
});

/** Returns the last message with the hit marked, for a ticket whose name does not contain the term. */
function foundIn({ contact, lastMessage }: TicketView, term: string): Pick<SearchHit, 'excerpt'> {
  const text = plainText(lastMessage).replace(/\s+/g, ' ');
  const [nameHas, at] = [contact.name, text].map((each) => folded(each).indexOf(folded(term.trim())));
  if (at === undefined || at < 0 || (nameHas ?? -1) >= 0) return {};
  const from = Math.max(0, at - before);
  const start = at - from + (from > 0 ? 1 : 0);
  const shown = `${from > 0 ? '…' : ''}${text.slice(from)}`;
  return { excerpt: { text: shown, marks: [[start, start + term.trim().length]] } };
}

/** Finds messages of all conversations; each hit links to its position. */
export async function searchMessages(
  term: string,
  { api, session, signal, t }: CommandContext & { signal: AbortSignal },
): Promise<SearchHit[]> {
  const { messages, hasMore } = await api.get<FoundPage>(
    '/messages/search',
    { searchParam: term, limit: maxMessages },
    { signal },
  );
  const format = formatsFor(session.company.language, session.company.timeZone);
  const hits = messages.map(
    ({ id, ticketUuid, status, contact, user, fromMe, onlyInternal, snippet, createdAt }): SearchHit => {
      const author = fromMe || onlyInternal ? (user?.name ?? t('found.company')) : undefined;
      return {
        id: String(id),
        icon: TextQuote20Regular,
        title: contact.name,
        subtitle: [onlyInternal ? t('found.note') : undefined, author].filter(Boolean).join(' · '),
        excerpt: snippet,
        when: format.relative(createdAt),
        path: `/tickets/${ticketUuid}?${new URLSearchParams({ ...(status === 'open' ? {} : { status }), message: String(id) }).toString()}`,
      };
    },
  );
  if (!hasMore) return hits;
  const path = `/tickets?${new URLSearchParams({ q: term, in: 'messages' }).toString()}`;
  return [...hits, { id: 'all', icon: ChatMultiple20Regular, title: t('found.all'), path }];
}
