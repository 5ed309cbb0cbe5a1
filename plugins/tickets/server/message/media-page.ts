import { sql, z, type Sql } from '@balcao/sdk/server';
import { readerOf, type SignedIn } from '../reader.ts';
import { perPage, positionOf, type PagePosition } from './page-position.ts';

export const mediaKinds = ['image', 'audio', 'video', 'document', 'sticker'] as const;
type MediaKind = (typeof mediaKinds)[number];

export const galleryQuery = z.object({
  kind: z.enum(['image', 'video', 'audio', 'document', 'link']),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});

const olderThan = (place: PagePosition | undefined): Sql =>
  place ? sql`and (m.sent_at, m.id) < (${place.sentAt}::timestamptz, ${place.id}::bigint)` : sql.empty;

const links = (ticketId: number, place: PagePosition | undefined, max: number): Sql =>
  sql`select m.id, m.sent_at from tickets.message m
       where m.ticket_id = ${ticketId} and m.has_link and not m.is_deleted ${olderThan(place)}
       order by m.sent_at desc, m.id desc limit ${max}`;

/**
 * Selects messages with files of these kinds, newest first and one more than asked for. Each kind is read in the order
 * of its index.
 */
export const ofKinds = (
  ticketId: number,
  kinds: readonly MediaKind[],
  place: PagePosition | undefined,
  max: number,
  skip = 0,
): Sql => {
  const one = (kind: MediaKind): Sql =>
    sql`(select m.id, m.sent_at from tickets.message m
          where m.ticket_id = ${ticketId} and m.media_type = ${kind} and not m.is_deleted ${olderThan(place)}
          order by m.sent_at desc, m.id desc limit ${skip + max + 1})`;
  // Selects messages that have a file of this kind behind one of another kind.
  const behind = (kind: MediaKind): Sql =>
    sql`(select m.id, m.sent_at from tickets.message m
          where m.ticket_id = ${ticketId} and m.files is not null and not m.is_deleted ${olderThan(place)}
            and m.media_type <> ${kind} and m.files @> ${JSON.stringify([{ type: kind }])}::jsonb
          order by m.sent_at desc, m.id desc limit ${skip + max + 1})`;
  const arms = kinds.length === mediaKinds.length ? kinds.map(one) : kinds.flatMap((kind) => [one(kind), behind(kind)]);
  return sql`select k.id from (${sql.join(arms, sql` union all `)}) k
              order by k.sent_at desc, k.id desc limit ${max + 1} offset ${skip}`;
};

/** Returns a page of messages with files of one kind, or with links, before a message; oldest first. */
export const mediaPage = async (
  scope: SignedIn,
  ticketId: number,
  { kind, before }: z.output<typeof galleryQuery>,
): Promise<{ messages: string; hasMore: boolean }> => {
  const place = before === undefined ? undefined : await positionOf(scope, ticketId, before);
  const hits = kind === 'link' ? links(ticketId, place, perPage + 1) : ofKinds(ticketId, [kind], place, perPage);
  const row = await scope.sql.one<{ messages: string; count: number }>(sql`
    with p as materialized (select h.id, row_number() over () as place from (${hits}) h)
    select (select count(*)::int from p) as count,
           tickets.messages_json(array(select p.id from p where p.place <= ${perPage}), ${readerOf(scope).masked}) as messages`);
  return { messages: row?.messages ?? '[]', hasMore: (row?.count ?? 0) > perPage };
};
