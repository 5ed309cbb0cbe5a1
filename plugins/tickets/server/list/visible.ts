import { sql, type Sql } from '@balcao/sdk/server';
import { digitsOfNumber } from '@balcao/contacts/contract';
import type { TicketQuery } from './list-query.ts';

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const memberships = (userId: number): Sql =>
  sql`select m.queue_id from queues.public_member m where m.user_id = ${userId}`;

/**
 * Conversations that are shown without the show-all switch: one's own, and those without attendant in one's queues or
 * in none. `row` is a ticket or a row of the tally.
 */
const ownOrWaiting = (row: Sql, userId: number): Sql =>
  sql`(${row}.owner_key = ${userId} or (${row}.owner_key = 0 and ${row}.status <> 'open'
    and (${row}.queue_key in (${memberships(userId)}) or (${row}.queue_key = 0 and ${row}.status = 'pending'))))`;

/** Filters that the tally supports too. */
const byKeys = (row: Sql, { users, queueIds }: TicketQuery): Sql[] => [
  ...(users ? [sql`${row}.owner_key = any(${users}::int[])`] : []),
  ...(queueIds ? [sql`${row}.queue_key = any(${queueIds}::int[])`] : []),
];

/** Conversations that the reader snoozed and that are not back yet. A person has few. */
const snoozedBy = ({ reader }: TicketQuery): Sql =>
  sql`array(select s.ticket_id from tickets.snooze s join tickets.ticket z on z.id = s.ticket_id
             where s.user_id = ${reader.id} and s.until > now() and not coalesce(z.customer_wrote_at > s.since, false))`;
const notSnoozed = (query: TicketQuery): Sql[] =>
  query.snoozed === 'in'
    ? []
    : [query.snoozed === 'only' ? sql`t.id = any(${snoozedBy(query)})` : sql`t.id <> all(${snoozedBy(query)})`];

const rowVisible = (row: Sql, query: TicketQuery): Sql[] => [
  ...(query.all ? [] : [ownOrWaiting(row, query.reader.id)]),
  ...byKeys(row, query),
];

const byNumber = (term: string): Sql => {
  const digits = term.replace(/\D/g, '');
  return sql`(c.name <> c.number and kernel.normalise(c.name || ' ' || c.email) like kernel.like_pattern(${term})
    or right(c.number, 4) = ${digits})`;
};

const maxHits = 500;

/**
 * Ids that match a term by the last message or by the contact. Each is found through its match function, which can use
 * the index.
 */
const found = ({ term, all: everybody, status, reader }: TicketQuery): Sql => {
  // One owner at a time, because each has an index in list order: a common word is found in its first rows.
  const owners = everybody ? [null] : [reader.id, 0];
  const last = owners.map(
    (owner) => sql`select tickets.ticket_match(${term}, ${maxHits}, ${status ?? null}, ${owner})`,
  );
  const spare = sql`select contacts.merged_number_match(${term}, ${reader.masked})`;
  const shown = digitsOfNumber(term);
  const bare = shown === undefined ? sql`` : sql`union select contacts.contact_match(${shown}, ${maxHits})`;
  const people = sql`select contacts.contact_match(${term}, ${maxHits}) ${bare} union ${spare}`;
  // People who see masked numbers must not be able to find hidden digits by searching.
  const contacts = reader.masked
    ? sql`select c.id from contacts.public_contact c where c.id in (${people}) and (${byNumber(term)} or c.id in (${spare}))`
    : people;
  return sql`${sql.join(last, sql` union `)} union select s.id from tickets.ticket s where s.contact_id in (${contacts})`;
};

const hitsOf = ({ status }: TicketQuery): Sql => sql.id(`hit_${status ?? 'any'}`);
const matchesOf = ({ status }: TicketQuery): Sql => sql.id(`match_${status ?? 'any'}`);

const t = sql`t`;
const inStatus = ({ status }: TicketQuery): Sql[] => [status ? sql`t.status = ${status}` : sql`t.status <> 'unlisted'`];

/** All conditions, except the search, for a ticket `t` to be in the list. */
const listed = (query: TicketQuery): Sql[] => [
  ...inStatus(query),
  ...rowVisible(t, query),
  ...notSnoozed(query),
  ...query.conditions,
];

/**
 * Builds the search of each list once, ahead of the statement that shows and counts it: what the indexes found, and of
 * those the tickets in the list.
 */
export const searches = (queries: readonly TicketQuery[], rest: Sql): Sql => {
  const parts = queries
    .filter(({ term }) => term !== '')
    .flatMap((query) => [
      sql`${hitsOf(query)} (id) as materialized (${found(query)})`,
      // An array, because PostgreSQL estimates a thousand rows for a function and would read all tickets to join them.
      sql`${matchesOf(query)} as materialized (select t.id, ${placeOf(query).value} as at from tickets.ticket t
        where ${all([sql`t.id = any(array(select h.id::int from ${hitsOf(query)} h))`, ...listed(query)])})`,
    ]);
  return sql`with ${sql.join([...parts, rest])}`;
};

/** Orders of a list: by `at` of rows that have it, or by the ticket's own columns. Each has an index in that order. */
const orders = {
  newest: { by: sql`at desc, id desc`, value: sql`t.updated_at` },
  oldest: { by: sql`at, id`, value: sql`t.updated_at` },
  // Conversations without a waiting customer are last.
  waiting: { by: sql`at, id`, value: sql`t.waiting_since` },
};
const ascending = sql`at nulls last, id`;
const descending = sql`at desc nulls last, id`;
const placeOf = ({ order }: TicketQuery): { by: Sql; value: Sql } =>
  typeof order === 'string' ? orders[order] : { by: order.descending ? descending : ascending, value: order.by };
export const orderOf = (query: TicketQuery): Sql => placeOf(query).by;

const firstOf = (query: TicketQuery, conditions: readonly Sql[], max: number): Sql => {
  const { by, value } = placeOf(query);
  // Repeated, because the partial indexes of waiting ones require this condition.
  const running = query.order === 'waiting' ? [sql`t.status <> 'closed'`] : [];
  return sql`select t.id, ${value} as at from tickets.ticket t where ${all([...conditions, ...running])} order by ${by} limit ${max}`;
};

/** In the form of the partial index: most of the waiting ones have no owner. */
const isOwned = sql`t.owner_key <> 0`;

/** One index scan per key: no index has the order for several keys at once. */
const firstOfEach = (query: TicketQuery, key: Sql, keys: readonly number[], rest: readonly Sql[], max: number): Sql =>
  sql`select e.id, e.at from unnest(${[...new Set(keys)]}::int[]) k (key)
      cross join lateral (${firstOf(query, [sql`${key} = k.key`, ...rest], max)}) e`;

/**
 * Selects ids and sort values (`at`) of the first `max` tickets of a list, unordered. Each part reads one index from
 * its first entry, so a list reads only what it shows, however many tickets there are.
 */
export const firstOfList = (query: TicketQuery, max: number): Sql => {
  if (query.term !== '')
    return sql`select m.id, m.at from ${matchesOf(query)} m order by ${orderOf(query)} limit ${max}`;
  const { reader, status, queueIds, users } = query;
  if (query.all) {
    const rest = [...inStatus(query), ...notSnoozed(query), ...query.conditions];
    const inQueues = queueIds ? [sql`t.queue_key = any(${queueIds}::int[])`] : [];
    const owned = users?.includes(0) ? [] : [isOwned];
    if (users) return firstOfEach(query, sql`t.owner_key`, users, [...rest, ...inQueues, ...owned], max);
    // Pending ones have no owner, and only those of a queue have an index in waiting order.
    const unowned = query.order === 'waiting' && status === 'pending' ? [sql`t.owner_key = 0`] : [];
    if (queueIds) return firstOfEach(query, sql`t.queue_key`, queueIds, [...rest, ...unowned], max);
    return firstOf(query, rest, max);
  }
  const common = [...inStatus(query), ...byKeys(t, query), ...notSnoozed(query), ...query.conditions];
  const own = firstOf(query, [sql`t.owner_key = ${reader.id}`, isOwned, ...common], max);
  // An open conversation always has an attendant.
  if (status === 'open') return own;
  const waiting = firstOf(
    query,
    [
      sql`t.owner_key = 0`,
      sql`t.queue_key = k.queue_id`,
      sql`t.status <> 'open'`,
      sql`(k.queue_id <> 0 or t.status = 'pending')`,
      ...common,
    ],
    max,
  );
  const chosen = queueIds ? sql`where k.queue_id = any(${queueIds}::int[])` : sql.empty;
  return sql`(${own}) union all select w.id, w.at
    from (select 0 as queue_id union all ${memberships(reader.id)}) k cross join lateral (${waiting}) w ${chosen}`;
};

/**
 * Returns an expression that counts the tickets of a list. Without other filters the tally is used, and no rows are
 * counted.
 */
export const countOf = (query: TicketQuery): Sql => {
  if (query.term !== '') return sql`(select count(*)::int from ${matchesOf(query)})`;
  if (query.conditions.length > 0 || query.snoozed === 'only')
    return sql`(select count(*)::int from tickets.ticket t where ${all(listed(query))})`;
  const line = sql`y`;
  const where = [...(query.status ? [sql`y.status = ${query.status}`] : []), ...rowVisible(line, query)];
  const asleep =
    query.snoozed === 'in'
      ? sql`0`
      : sql`(select count(*)::int from tickets.ticket t where ${all(listed({ ...query, snoozed: 'only' }))})`;
  return sql`(select coalesce(sum(y.amount), 0)::int - ${asleep} from tickets.tally y where ${all(where)})`;
};

/** Selects at most `max` rows of tickets in a list that also meet a condition on the ticket `t`. */
export const someOf = (query: TicketQuery, condition: Sql, max: number): Sql => {
  const within = query.term === '' ? [] : [sql`t.id in (select m.id from ${matchesOf(query)} m)`];
  return sql`(select 1 from tickets.ticket t where ${all([...listed(query), ...within, condition])} limit ${max})`;
};
