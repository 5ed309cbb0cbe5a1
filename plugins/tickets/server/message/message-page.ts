import { sql, type Scope, type Sql } from '@balcao/sdk/server';

const perPage = 40;
const onlyMedia = 'ONLY_MEDIA';

const matching = (searchParam: string): Sql => {
  if (searchParam === '') return sql.empty;
  if (searchParam === onlyMedia) return sql`and m.media_type is not null and not m.is_deleted`;
  return sql`and kernel.normalise(m.body) like kernel.like_pattern(${searchParam})`;
};

/** JSON of `MessageView[]` as PostgreSQL wrote it: the newest page first, each page oldest first. */
export const messagePage = async (
  scope: Scope,
  ticketId: number,
  { pageNumber, searchParam }: { pageNumber: number; searchParam: string },
): Promise<{ messages: string; hasMore: boolean }> => {
  const row = await scope.sql.one<{ messages: string; found: number }>(sql`
    with page as materialized (
      select m.id, m.sent_at from tickets.message m where m.ticket_id = ${ticketId} ${matching(searchParam)}
       order by m.sent_at desc, m.id desc limit ${perPage + 1} offset ${(pageNumber - 1) * perPage})
    select (select count(*)::int from page) as found,
           tickets.messages_json(array(select p.id from page p order by p.sent_at desc, p.id desc limit ${perPage})) as messages`);
  return { messages: row?.messages ?? '[]', hasMore: (row?.found ?? 0) > perPage };
};
