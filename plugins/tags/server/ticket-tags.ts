import { AppError, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { ticketTagsChanged, type Tag } from '../contract.ts';
import { logTags } from './log-tags.ts';

/** A limit that keeps live messages of a conversation small; nobody reads more. */
export const maxTags = 30;

/** Selects for all rows of a page in one statement: the links by primary key, then each tag by its own. */
export const tagsOfRows = (ticketIds: Sql): Sql =>
  sql`select x.ticket_id, json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key) as value
        from tags.ticket_tag x join tags.tag g on g.company_id = x.company_id and g.id = x.tag_id
       where x.ticket_id = any(${ticketIds}) group by x.ticket_id`;

export const tagsOf = async (scope: Scope, ticketIds: readonly number[]): Promise<Map<number, Tag[]>> => {
  const rows = await scope.sql.rows<{ ticket_id: number; value: Tag[] }>(tagsOfRows(sql`${[...ticketIds]}::int[]`));
  return new Map(rows.map(({ ticket_id: ticketId, value }) => [ticketId, value]));
};

const idsOn = async (scope: Scope, ticketId: number): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select tag_id as id from tags.ticket_tag where ticket_id = ${ticketId}`,
  );
  return rows.map(({ id }) => id);
};

const assertThere = async (scope: Scope, tagIds: readonly number[]): Promise<void> => {
  if (tagIds.length === 0) return;
  const there = await scope.sql.rows(
    sql`select id from tags.tag where id = any(${[...tagIds]}::int[]) order by id for key share`,
  );
  if (there.length !== tagIds.length) throw notFound('ERR_NO_TAG_FOUND');
};

type Change = (present: readonly number[]) => readonly number[];

/** Changes are serialised, so that the live row of each includes those before it. */
export const changeTags = (scope: Scope, ticketId: number, change: Change): Promise<Tag[]> =>
  scope.tx(async (inner) => {
    await inner.sql.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`tags.ticket:${inner.company.id}:${ticketId}`}, 0))`,
    );
    const present = await idsOn(inner, ticketId);
    const tagIds = [...new Set(change(present))].toSorted((one, other) => one - other);
    const added = tagIds.filter((id) => !present.includes(id));
    const removed = present.filter((id) => !tagIds.includes(id));
    if (added.length > 0 && tagIds.length > maxTags)
      throw new AppError(409, 'ERR_TOO_MANY_TAGS', { context: { max: maxTags } });
    await assertThere(inner, added);
    if (removed.length > 0)
      await inner.sql.run(
        sql`delete from tags.ticket_tag where ticket_id = ${ticketId} and tag_id = any(${removed}::int[])`,
      );
    if (added.length > 0) {
      // Checked before inserting: a violated foreign key would abort the transaction with an unspecific error.
      const put = await inner.sql.run(
        sql`insert into tags.ticket_tag (ticket_id, tag_id)
            select t.id, a.id from tickets.public_ticket t cross join unnest(${added}::int[]) as a(id) where t.id = ${ticketId}`,
      );
      if (put === 0) throw notFound('ERR_NO_TICKET_FOUND');
    }
    if (added.length + removed.length > 0) {
      await logTags(inner, ticketId, added, removed);
      await inner.emit(ticketTagsChanged, `ticket:${ticketId}`, { ticketId, tagIds, added, removed });
      await inner.use(tickets).touched(ticketId);
    }
    return (await tagsOf(inner, [ticketId])).get(ticketId) ?? [];
  });

/** Returns the caller's change relative to the tags it knew, applied to the present ones. */
export const difference =
  (wanted: readonly number[], known: readonly number[]): Change =>
  (present) => [
    ...present.filter((id) => wanted.includes(id) || !known.includes(id)),
    ...wanted.filter((id) => !known.includes(id)),
  ];
