import { sql, type Scope } from '@balcao/sdk/server';
import { ticketListExtra, type TicketView } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';
import { countOf, firstOfList, searches } from './visible.ts';

export interface TicketPage {
  /** JSON of `TicketView[]` as PostgreSQL wrote it. */
  tickets: string;
  hasMore: boolean;
  count: number;
}

interface Row {
  tickets: string;
  found: number;
  count: number;
}

/** One statement: the page inside, its joins outside, the JSON made by the database. */
export const ticketPage = async (scope: Scope, query: TicketQuery): Promise<TicketPage> => {
  const { pageNumber, pageSize } = query;
  const offset = (pageNumber - 1) * pageSize;
  const row = await scope.sql.one<Row>(sql`
    ${searches(
      [query],
      sql`page as materialized (
      select p.id, p.updated_at from (${firstOfList(query, offset + pageSize + 1)}) p
       order by p.updated_at desc, p.id desc limit ${pageSize + 1} offset ${offset})`,
    )}
    select (select count(*)::int from page) as found,
           case when ${offset} = 0 and (select count(*) from page) <= ${pageSize} then (select count(*)::int from page) else ${countOf(query)} end as count,
           tickets.list_json(array(select p.id from page p order by p.updated_at desc, p.id desc limit ${pageSize}), ${query.reader.masked}) as tickets`);
  const { tickets = '[]', found = 0, count = 0 } = row ?? {};
  return { tickets, hasMore: found > pageSize, count };
};

/** Adds what other plugins show on the rows: one load a plugin, however many rows. */
export const withExtras = async (scope: Scope, tickets: readonly TicketView[]): Promise<TicketView[]> => {
  const extras = scope.contributions(ticketListExtra);
  if (extras.length === 0 || tickets.length === 0) return [...tickets];
  const ids = tickets.map(({ id }) => id);
  const loaded = await Promise.all(
    extras.map(async ({ item, scope: own }) => {
      const { id } = item;
      // A list without one plugin's mark is better than no list.
      try {
        return [id, await item.load(ids, own)] as const;
      } catch (err) {
        scope.log.error({ err, extra: id }, 'an addition to the ticket list failed');
        return [id, new Map<number, unknown>()] as const;
      }
    }),
  );
  return tickets.map((ticket) => {
    const extra = Object.fromEntries(
      loaded.flatMap(([id, rows]) => (rows.has(ticket.id) ? [[id, rows.get(ticket.id)]] : [])),
    );
    // The specification has them beside the rest, whichever plugin keeps them.
    return { ...ticket, extra, tags: (extra['tags'] as TicketView['tags'] | undefined) ?? ticket.tags };
  });
};

export const hasExtras = (scope: Scope): boolean => scope.items(ticketListExtra).length > 0;
