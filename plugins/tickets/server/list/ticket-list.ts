import { AppError, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { ticketListExtra, type TicketListExtra, type TicketView } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';
import { countOf, firstOfList, orderOf, searches } from './visible.ts';

interface Extra {
  item: TicketListExtra;
  /** The scope of the contributing plugin. */
  scope: Scope;
}

export interface TicketPage {
  /** JSON of `TicketView[]` as PostgreSQL wrote it. */
  tickets: string;
  /** Extras of other plugins that the page does not include yet. */
  missing: readonly Extra[];
  hasMore: boolean;
  count: number;
}

interface Row {
  tickets: string;
  found: number;
  count: number;
}

const shownIds = sql`(select s.ids from shown s)::int[]`;

/** Selects the rows as JSON, with the extras that plugins provide as statements. */
const rowsOf = (masked: boolean, extras: readonly Extra[]): Sql => {
  if (extras.length === 0) return sql`tickets.list_json(${shownIds}, ${masked})`;
  const joined = extras.map(({ item: { id, rows }, scope }, index) => {
    const name = sql.id(`extra_${index}`);
    return {
      id,
      value: sql`${name}.value`,
      entry: sql`, ${`${JSON.stringify(id)}:`} || ${name}.value::text`,
      join: sql`left join (${rows?.(shownIds, scope) ?? sql.empty}) ${name} on ${name}.ticket_id = r.id`,
    };
  });
  // The specification has tags outside `extra`, whichever plugin stores them.
  const tags = joined.find(({ id }) => id === 'tags')?.value ?? sql`null`;
  const space = sql` `;
  const entries = sql.join(
    joined.map(({ entry }) => entry),
    space,
  );
  const joins = sql.join(
    joined.map(({ join }) => join),
    space,
  );
  return sql`(select tickets.list_json(${shownIds}, ${masked}, array_agg(${tags}::json order by r.place),
      array_agg(('{' || concat_ws(',', null ${entries}) || '}')::json order by r.place))
    from unnest(${shownIds}) with ordinality r (id, place) ${joins})`;
};

const read = async (
  scope: Scope,
  query: TicketQuery,
  extras: readonly Extra[],
): Promise<Omit<TicketPage, 'missing'>> => {
  const { pageNumber, pageSize } = query;
  const offset = (pageNumber - 1) * pageSize;
  const statement = sql`
    ${searches(
      [query],
      sql`page as materialized (
      select p.id, p.at from (${firstOfList(query, offset + pageSize + 1)}) p order by ${orderOf(query)} limit ${pageSize + 1} offset ${offset}),
      shown as materialized (select array(select p.id from page p order by ${orderOf(query)} limit ${pageSize}) as ids)`,
    )}
    select (select count(*)::int from page) as found,
           case when ${offset} = 0 and (select count(*) from page) <= ${pageSize} then (select count(*)::int from page) else ${countOf(query)} end as count,
           ${rowsOf(query.reader.masked, extras)} as tickets`;
  const row = await scope.sql.one<Row>(
    query.conditions.length > 0 || typeof query.order !== 'string' ? statement : sql.prepared(statement),
  );
  const { tickets = '[]', found = 0, count = 0 } = row ?? {};
  return { tickets, hasMore: found > pageSize, count };
};

/**
 * Returns a page in one statement: the page in the inner query, its joins outside, and the JSON built by the database.
 */
export const ticketPage = async (scope: Scope, query: TicketQuery): Promise<TicketPage> => {
  const extras = scope.contributions(ticketListExtra);
  const inside = extras.filter(({ item }) => item.rows !== undefined);
  if (inside.length > 0) {
    try {
      const page = await read(scope, query, inside);
      return { ...page, missing: extras.filter((extra) => !inside.includes(extra)) };
    } catch (err) {
      if (err instanceof AppError) throw err;
      // A list without one plugin's mark is better than no list.
      scope.log.error({ err }, 'the statement of a ticket list extra failed');
    }
  }
  return { ...(await read(scope, query, [])), missing: extras };
};

/** Adds the extras of other plugins: one call per plugin, however many rows. */
export const withExtras = async (
  scope: Scope,
  tickets: readonly TicketView[],
  extras: readonly Extra[] = scope.contributions(ticketListExtra),
): Promise<TicketView[]> => {
  if (extras.length === 0 || tickets.length === 0) return [...tickets];
  const ids = tickets.map(({ id }) => id);
  const loaded = await Promise.all(
    extras.map(async ({ item, scope: own }) => {
      const { id } = item;
      // A list without one plugin's mark is better than no list.
      try {
        return [id, await item.load(ids, own)] as const;
      } catch (err) {
        scope.log.error({ err, extra: id }, 'loading a ticket list extra failed');
        return [id, new Map<number, unknown>()] as const;
      }
    }),
  );
  return tickets.map((ticket) => {
    const extra = Object.fromEntries(
      loaded.flatMap(([id, rows]) => (rows.has(ticket.id) ? [[id, rows.get(ticket.id)]] : [])),
    );
    // The specification has tags, flow and summary outside `extra`, whichever plugin stores them.
    const tags = (extra['tags'] as TicketView['tags'] | undefined) ?? ticket.tags;
    const flow = (extra['flow'] as TicketView['flow'] | undefined) ?? ticket.flow;
    const summary = (extra['summary'] as string | undefined) ?? ticket.summary;
    return { ...ticket, extra: { ...ticket.extra, ...extra }, tags, flow, summary };
  });
};
