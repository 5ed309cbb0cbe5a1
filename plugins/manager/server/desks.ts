import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { firstRows } from '../panel.ts';
import { byWait, filtered, visible, type Filters } from './filters.ts';
import { aroundTicket, isoTime, rowJson } from './row-sql.ts';

const milliseconds = (time: Sql): Sql => sql`coalesce((extract(epoch from ${time}) * 1000)::bigint, 0)`;

/**
 * Returns the desks of all people as JSON of `Desk[]`: one pass over the running conversations, and the joins of a row
 * only for those that are shown.
 */
export const desksJson = async (scope: Scope, filters: Filters): Promise<string> => {
  const row = await scope.sql.one<{ desks: string }>(
    sql`with running as materialized (
          select t.id, t.owner_key, t.unread, t.waiting_since, t.updated_at,
                 row_number() over (partition by t.owner_key order by ${byWait}) as place
            from tickets.public_ticket t where ${filtered(scope, filters)}),
        shown as (
          select t.owner_key, json_agg(${rowJson(scope)} order by ${byWait}) as tickets
            from tickets.public_ticket t ${aroundTicket}
           where t.id = any(array(select r.id from running r where r.place <= ${firstRows}))
           group by t.owner_key),
        desks as (
          select r.owner_key, count(*)::int as total, count(r.waiting_since)::int as waiting,
                 sum(r.unread)::int as unread, min(r.waiting_since) as oldest,
                 json_agg(json_build_array(r.id, r.unread, ${milliseconds(sql`r.waiting_since`)}, ${milliseconds(sql`r.updated_at`)})
                   order by r.place) filter (where r.place > ${firstRows}) as others
            from running r group by r.owner_key)
        select coalesce(json_agg(json_build_object('userId', nullif(d.owner_key, 0), 'total', d.total, 'waiting', d.waiting,
                 'unread', d.unread, 'oldestWaitAt', ${isoTime(sql`d.oldest`)}, 'tickets', coalesce(s.tickets, '[]'::json),
                 'others', coalesce(d.others, '[]'::json)) order by d.owner_key), '[]')::text as desks
          from desks d left join shown s on s.owner_key = d.owner_key`,
  );
  return row?.desks ?? '[]';
};

/** Returns these conversations as JSON of `PanelRow[]`, in any order; those that the reader may not see are left out. */
export const rowsJson = async (scope: Scope, ids: readonly number[]): Promise<string> => {
  const row = await scope.sql.one<{ found: string }>(
    sql`select coalesce(json_agg(${rowJson(scope)}), '[]')::text as found
          from tickets.public_ticket t ${aroundTicket}
         where t.id = any(${[...ids]}::int[]) and ${visible(scope)}`,
  );
  return row?.found ?? '[]';
};

/** Returns ids of one person's conversations (0: those without attendant), in the order of a card. */
export const idsOf = async (
  scope: Scope,
  userId: number,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select t.id from tickets.public_ticket t
         where t.owner_key = ${userId} and ${filtered(scope, filters)} order by ${byWait} limit ${limit} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
};
