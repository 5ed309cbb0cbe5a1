import { invalid, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { readerOf, type SignedIn } from '../reader.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';
import { mediaKinds, ofKinds } from './media-page.ts';
import { perPage, placeOf, type Place } from './place.ts';

const onlyMedia = 'ONLY_MEDIA';
/** More unread than this are not looked through for the first one. */
const mostUnread = 2000;
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

/** `messages` is JSON of `MessageView[]` as PostgreSQL wrote it, oldest first. */
export interface MessagePage {
  messages: string;
  /** Older ones exist. */
  hasMore: boolean;
  hasNewer: boolean;
  /** Of the newest page: the first message that nobody has read. */
  firstUnreadId?: number | null;
}

interface Read {
  messages: string;
  older: number;
  newer: number;
}

const ofTicket = (ticketId: number): Sql => sql`from tickets.message m where m.ticket_id = ${ticketId}`;
const isOlder = ({ sentAt, id }: Place): Sql => sql`and (m.sent_at, m.id) < (${sentAt}::timestamptz, ${id}::bigint)`;
const isNewer = ({ sentAt, id }: Place): Sql => sql`and (m.sent_at, m.id) > (${sentAt}::timestamptz, ${id}::bigint)`;
const newestFirst = sql`order by m.sent_at desc, m.id desc`;
const oldestFirst = sql`order by m.sent_at, m.id`;

/** One side of a place: `most` messages, and one more to know whether there are more. */
export const older = (ticketId: number, place: Place | undefined, most: number, skip = 0): Sql =>
  sql`select m.id ${ofTicket(ticketId)} ${place ? isOlder(place) : sql.empty} ${newestFirst} limit ${most + 1} offset ${skip}`;
export const newer = (ticketId: number, place: Place, most: number): Sql =>
  sql`select m.id ${ofTicket(ticketId)} ${isNewer(place)} ${oldestFirst} limit ${most + 1}`;
export const found = (ticketId: number, term: string, most: number, skip: number, place: Place | undefined): Sql =>
  sql`select f.id from tickets.message_found(${ticketId}, ${term}, ${most + 1}, ${skip}, ${place?.sentAt ?? null}::timestamptz, ${place?.id ?? null}::bigint) f`;
const none = sql`select null::bigint as id where false`;

interface Around {
  older: Sql;
  newer?: Sql;
  /** Between the two. */
  at?: number;
  mostOlder?: number;
  mostNewer?: number;
}

const read = async (
  scope: SignedIn,
  { older: before, newer: after = none, at, mostOlder = perPage, mostNewer = perPage }: Around,
): Promise<Read> => {
  const row = await scope.sql.one<Read>(sql`
    with b as materialized (select o.id, row_number() over () as place from (${before}) o),
         a as materialized (select n.id, row_number() over () as place from (${after}) n)
    select (select count(*)::int from b) as older, (select count(*)::int from a) as newer,
           tickets.messages_json(array(select b.id from b where b.place <= ${mostOlder}
             union all select ${at ?? null}::bigint where ${at !== undefined}
             union all select a.id from a where a.place <= ${mostNewer}), ${readerOf(scope).masked}) as messages`);
  return row ?? { messages: '[]', older: 0, newer: 0 };
};

const firstUnread = async (scope: Scope, { id, unread }: TicketRow): Promise<number | null> => {
  if (unread === 0 || unread > mostUnread) return null;
  const row = await scope.sql.one<{ id: number }>(
    sql`select m.id ${ofTicket(id)} and not m.from_me and not m.only_internal ${newestFirst} limit 1 offset ${unread - 1}`,
  );
  return row?.id ?? null;
};

const searched = async (scope: SignedIn, ticketId: number, query: PageQuery): Promise<MessagePage> => {
  const { searchParam, before, pageNumber = 1 } = query;
  const place = before === undefined ? undefined : await placeOf(scope, ticketId, before);
  const skip = place ? 0 : (pageNumber - 1) * perPage;
  const hits =
    searchParam === onlyMedia
      ? ofKinds(ticketId, mediaKinds, place, perPage, skip)
      : found(ticketId, searchParam, perPage, skip, place);
  const { messages, older: count } = await read(scope, { older: hits });
  return { messages, hasMore: count > perPage, hasNewer: place !== undefined || pageNumber > 1 };
};

/** A part of a conversation: its end, a page back, or either side of a message. */
export const messagePage = async (scope: SignedIn, ticket: TicketRow, query: PageQuery): Promise<MessagePage> => {
  const { pageNumber, before, after, around, searchParam } = query;
  if ([pageNumber, before, after, around].filter((one) => one !== undefined).length > 1)
    throw invalid({ before: 'one of pageNumber, before, after, around' });
  if (searchParam !== '') {
    if (after !== undefined || around !== undefined) throw invalid({ searchParam: 'goes with pageNumber or before' });
    return searched(scope, ticket.id, query);
  }
  if (before !== undefined) {
    const place = await placeOf(scope, ticket.id, before);
    const { messages, older: count } = await read(scope, { older: older(ticket.id, place, perPage) });
    return { messages, hasMore: count > perPage, hasNewer: true };
  }
  if (after !== undefined) {
    const place = await placeOf(scope, ticket.id, after);
    const { messages, newer: count } = await read(scope, { older: none, newer: newer(ticket.id, place, perPage) });
    return { messages, hasMore: true, hasNewer: count > perPage };
  }
  if (around !== undefined) {
    const place = await placeOf(scope, ticket.id, around);
    const [mostOlder, mostNewer] = [perPage / 2, perPage / 2 - 1];
    const part = await read(scope, {
      older: older(ticket.id, place, mostOlder),
      newer: newer(ticket.id, place, mostNewer),
      at: place.id,
      mostOlder,
      mostNewer,
    });
    return { messages: part.messages, hasMore: part.older > mostOlder, hasNewer: part.newer > mostNewer };
  }
  const page = pageNumber ?? 1;
  const skip = (page - 1) * perPage;
  const { messages, older: count } = await read(scope, { older: older(ticket.id, undefined, perPage, skip) });
  const end = { messages, hasMore: count > perPage, hasNewer: page > 1 };
  return page === 1 ? { ...end, firstUnreadId: await firstUnread(scope, ticket) } : end;
};
