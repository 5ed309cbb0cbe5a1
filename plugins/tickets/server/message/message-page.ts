import { forbidden, invalid, notFound, sql, z, type Sql } from '@balcao/sdk/server';
import { readerOf, type SignedIn } from '../reader.ts';
import { mayRead, ticketById, type TicketAccess } from '../ticket/find-ticket.ts';
import { mediaKinds, ofKinds } from './media-page.ts';
import { perPage, positionOf, type PagePosition } from './page-position.ts';

const onlyMedia = 'ONLY_MEDIA';
const messageId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();

export const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(25_000).optional(),
  before: messageId,
  after: messageId,
  around: messageId,
  searchParam: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim()),
});
export type PageQuery = z.output<typeof pageQuery>;

/** One page. `messages` is the JSON of `MessageView[]` as PostgreSQL wrote it, oldest first. */
export interface MessagePage {
  messages: string;
  /** There are older messages. */
  hasMore: boolean;
  hasNewer: boolean;
  /** The first unread message; only on the newest page. */
  firstUnreadId?: number | null;
}

/** The part of a conversation to read: its end without the last `skip` messages, or a side of one message. */
export type Part = { side: 'newest'; skip: number } | { side: 'before' | 'after' | 'around'; messageId: number };

export const found = (
  ticketId: number,
  term: string,
  max: number,
  skip: number,
  place: PagePosition | undefined,
): Sql =>
  sql`select f.id from tickets.message_found(${ticketId}, ${term}, ${max + 1}, ${skip}, ${place?.sentAt ?? null}::timestamptz, ${place?.id ?? null}::bigint) f`;

const searched = async (scope: SignedIn, ticketId: number, query: PageQuery): Promise<MessagePage> => {
  const { searchParam, before, pageNumber = 1 } = query;
  if (!mayRead(scope, await ticketById(scope, ticketId))) throw forbidden();
  const place = before === undefined ? undefined : await positionOf(scope, ticketId, before);
  const skip = place ? 0 : (pageNumber - 1) * perPage;
  const hits =
    searchParam === onlyMedia
      ? ofKinds(ticketId, mediaKinds, place, perPage, skip)
      : found(ticketId, searchParam, perPage, skip, place);
  const row = await scope.sql.one<{ messages: string; count: number }>(sql`
    with h as materialized (select o.id, row_number() over () as place from (${hits}) o)
    select (select count(*)::int from h) as count,
           tickets.messages_json(array(select h.id from h where h.place <= ${perPage}), ${readerOf(scope).masked}) as messages`);
  const { messages = '[]', count = 0 } = row ?? {};
  return { messages, hasMore: count > perPage, hasNewer: place !== undefined || pageNumber > 1 };
};

/** Selects the page together with everything that decides whether this reader may open it, in one statement. */
export const pageOf = (ticketId: number, part: Part, userId: number, masked: boolean): Sql => {
  const [message, skip] = part.side === 'newest' ? [null, part.skip] : [part.messageId, 0];
  return sql`select p.queue_id as "queueId", p.owner_key as "ownerKey", p.in_own_queue as "inOwnQueue",
                    p.messages, p.older, p.newer, p.first_unread as "firstUnreadId"
               from tickets.message_page(${ticketId}, ${part.side}, ${message}::bigint, ${skip}, ${perPage}, ${userId}, ${masked}) p`;
};

interface Read extends TicketAccess {
  /** Null when the message is not part of the conversation. */
  messages: string | null;
  older: boolean;
  newer: boolean;
  firstUnreadId: number | null;
}

const partOf = ({ pageNumber, before, after, around }: PageQuery): Part => {
  if ([pageNumber, before, after, around].filter((one) => one !== undefined).length > 1)
    throw invalid({ before: 'one of pageNumber, before, after, around' });
  if (before !== undefined) return { side: 'before', messageId: before };
  if (after !== undefined) return { side: 'after', messageId: after };
  if (around !== undefined) return { side: 'around', messageId: around };
  return { side: 'newest', skip: ((pageNumber ?? 1) - 1) * perPage };
};

/** Returns a part of a conversation: its end, the page before a message, or either side of one. */
export const messagePage = async (scope: SignedIn, ticketId: number, query: PageQuery): Promise<MessagePage> => {
  const part = partOf(query);
  if (query.searchParam !== '') {
    if (part.side === 'after' || part.side === 'around')
      throw invalid({ searchParam: 'goes with pageNumber or before' });
    return searched(scope, ticketId, query);
  }
  const { id, masked } = readerOf(scope);
  const row = await scope.sql.one<Read>(pageOf(ticketId, part, id, masked));
  if (!row) throw notFound('ERR_NO_TICKET_FOUND');
  if (!mayRead(scope, row)) throw forbidden();
  const { messages, older, newer, firstUnreadId } = row;
  if (messages === null) throw notFound('ERR_NO_MESSAGE_FOUND');
  if (part.side !== 'newest') {
    // On the side that was not read, the requested message itself is the further one.
    return { messages, hasMore: older || part.side === 'after', hasNewer: newer || part.side === 'before' };
  }
  const end = { messages, hasMore: older, hasNewer: part.skip > 0 };
  return part.skip > 0 ? end : { ...end, firstUnreadId };
};
