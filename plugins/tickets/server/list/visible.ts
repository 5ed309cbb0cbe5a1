import { sql, type Sql } from '@balcao/sdk/server';
import { digitsOfNumber } from '@balcao/contacts/contract';
import type { TicketQuery } from './list-query.ts';

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const memberships = (userId: number): Sql =>
  sql`select m.queue_id from queues.public_member m where m.user_id = ${userId}`;

/**
 * Whose conversations show without the show-all switch: one's own, and those nobody has in one's queues; waiting ones
 * without a queue are everybody's. `row` is a ticket or a line of the tally.
 */
const mine = (row: Sql, userId: number): Sql =>
  sql`(${row}.owner_key = ${userId} or (${row}.owner_key = 0 and ${row}.status <> 'open'
    and (${row}.queue_key in (${memberships(userId)}) or (${row}.queue_key = 0 and ${row}.status = 'pending'))))`;

/** Filters that the tally knows too. */
const byKeys = (row: Sql, { users, queueIds }: TicketQuery): Sql[] => [
  ...(users ? [sql`${row}.owner_key = any(${users}::int[])`] : []),
  ...(queueIds ? [sql`${row}.queue_key = any(${queueIds}::int[])`] : []),
];

/** What a person snoozed, until its time comes or the customer writes. A person has few. */
const asleepOf = ({ reader }: TicketQuery): Sql =>
  sql`array(select s.ticket_id from tickets.snooze s join tickets.ticket z on z.id = s.ticket_id
             where s.user_id = ${reader.id} and s.until > now() and not coalesce(z.heard_at > s.since, false))`;
const awake = (query: TicketQuery): Sql[] =>
  query.asleep === 'in'
    ? []
    : [query.asleep === 'only' ? sql`t.id = any(${asleepOf(query)})` : sql`t.id <> all(${asleepOf(query)})`];

const rowVisible = (row: Sql, query: TicketQuery): Sql[] => [
  ...(query.all ? [] : [mine(row, query.reader.id)]),
  ...byKeys(row, query),
];

const byNumber = (term: string): Sql => {
  const digits = term.replace(/\D/g, '');
  return sql`(c.name <> c.number and kernel.normalise(c.name || ' ' || c.email) like kernel.like_pattern(${term})
    or right(c.number, 4) = ${digits})`;
};

const maxHits = 500;

/** Ids that a term finds: by the last message, and by the contact. Each through its match function, which keeps the index. */
const found = ({ term, all: everybody, status, reader }: TicketQuery): Sql => {
  // One owner at a time, because each is an index in the order of the list: a common word is found in its first rows.
  const owners = everybody ? [null] : [reader.id, 0];
  const last = owners.map(
    (owner) => sql`select tickets.ticket_match(${term}, ${maxHits}, ${status ?? null}, ${owner})`,
  );
  const spare = sql`select contacts.merged_number_match(${term}, ${reader.masked})`;
  const shown = digitsOfNumber(term);
  const bare = shown === undefined ? sql`` : sql`union select contacts.contact_match(${shown}, ${maxHits})`;
  const people = sql`select contacts.contact_match(${term}, ${maxHits}) ${bare} union ${spare}`;
  // Whoever sees masked numbers must not find out the rest of them by searching.
  const contacts = reader.masked
    ? sql`select c.id from contacts.public_contact c where c.id in (${people}) and (${byNumber(term)} or c.id in (${spare}))`
    : people;
  return sql`${sql.join(last, sql` union `)} union select s.id from tickets.ticket s where s.contact_id in (${contacts})`;
};

const hitsOf = ({ status }: TicketQuery): Sql => sql.id(`hit_${status ?? 'any'}`);
const matchesOf = ({ status }: TicketQuery): Sql => sql.id(`match_${status ?? 'any'}`);

const t = sql`t`;
const inStatus = ({ status }: TicketQuery): Sql[] => [status ? sql`t.status = ${status}` : sql`t.status <> 'unlisted'`];

/** Everything but the search that a ticket `t` must meet to be in the list. */
const listed = (query: TicketQuery): Sql[] => [
  ...inStatus(query),
  ...rowVisible(t, query),
  ...awake(query),
  ...query.conditions,
];

/**
 * The search of each list, once, in front of the statement that shows and counts it: what the indexes found, and of
 * those the tickets that are in the list.
 */
export const searches = (queries: readonly TicketQuery[], rest: Sql): Sql => {
  const parts = queries
    .filter(({ term }) => term !== '')
    .flatMap((query) => [
      sql`${hitsOf(query)} (id) as materialized (${found(query)})`,
      // As an array, because PostgreSQL takes a function for a thousand rows and would read all tickets to meet them.
      sql`${matchesOf(query)} as materialized (select t.id, ${placeOf(query).value} as at from tickets.ticket t
        where ${all([sql`t.id = any(array(select h.id::int from ${hitsOf(query)} h))`, ...listed(query)])})`,
    ]);
  return sql`with ${sql.join([...parts, rest])}`;
};

/** As a list stands: by `at` of rows that have it, or by the ticket's own columns. Each is the order of an index. */
const orders = {
  newest: { by: sql`at desc, id desc`, value: sql`t.updated_at` },
  oldest: { by: sql`at, id`, value: sql`t.updated_at` },
  // Whoever waits for nothing comes last.
  waiting: { by: sql`at, id`, value: sql`t.waiting_since` },
};
const ascending = sql`at nulls last, id`;
const descending = sql`at desc nulls last, id`;
const placeOf = ({ order }: TicketQuery): { by: Sql; value: Sql } =>
  typeof order === 'string' ? orders[order] : { by: order.descending ? descending : ascending, value: order.by };
export const orderOf = (query: TicketQuery): Sql => placeOf(query).by;

const firstOf = (query: TicketQuery, conditions: readonly Sql[], most: number): Sql => {
  const { by, value } = placeOf(query);
  // Said again, because the indexes of those that wait hold no others.
  const running = query.order === 'waiting' ? [sql`t.status <> 'closed'`] : [];
  return sql`select t.id, ${value} as at from tickets.ticket t where ${all([...conditions, ...running])} order by ${by} limit ${most}`;
};

/** As the index says it that holds only those: nobody's are the most of those that wait. */
const isOwned = sql`t.owner_key <> 0`;

/** One read of an index a key: for any of several at once no index has an order. */
const firstOfEach = (query: TicketQuery, key: Sql, keys: readonly number[], rest: readonly Sql[], most: number): Sql =>
  sql`select e.id, e.at from unnest(${[...new Set(keys)]}::int[]) k (key)
      cross join lateral (${firstOf(query, [sql`${key} = k.key`, ...rest], most)}) e`;

/**
 * Ids and places (`at`) of the first `most` tickets of a list, in no order. Each part reads one index from its first
 * entry, so no list reads more than it shows, however many tickets there are.
 */
export const firstOfList = (query: TicketQuery, most: number): Sql => {
  if (query.term !== '')
    return sql`select m.id, m.at from ${matchesOf(query)} m order by ${orderOf(query)} limit ${most}`;
  const { reader, status, queueIds, users } = query;
  if (query.all) {
    const rest = [...inStatus(query), ...awake(query), ...query.conditions];
    const inQueues = queueIds ? [sql`t.queue_key = any(${queueIds}::int[])`] : [];
    const owned = users?.includes(0) ? [] : [isOwned];
    if (users) return firstOfEach(query, sql`t.owner_key`, users, [...rest, ...inQueues, ...owned], most);
    // What waits is nobody's, and of the departments only those have an index in the order of the wait.
    const unowned = query.order === 'waiting' && status === 'pending' ? [sql`t.owner_key = 0`] : [];
    if (queueIds) return firstOfEach(query, sql`t.queue_key`, queueIds, [...rest, ...unowned], most);
    return firstOf(query, rest, most);
  }
  const common = [...inStatus(query), ...byKeys(t, query), ...awake(query), ...query.conditions];
  const own = firstOf(query, [sql`t.owner_key = ${reader.id}`, isOwned, ...common], most);
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
    most,
  );
  const chosen = queueIds ? sql`where k.queue_id = any(${queueIds}::int[])` : sql.empty;
  return sql`(${own}) union all select w.id, w.at
    from (select 0 as queue_id union all ${memberships(reader.id)}) k cross join lateral (${waiting}) w ${chosen}`;
};

/** How many tickets a list has, as an expression. Without other filters the tally knows, and nothing is counted. */
export const countOf = (query: TicketQuery): Sql => {
  if (query.term !== '') return sql`(select count(*)::int from ${matchesOf(query)})`;
  if (query.conditions.length > 0 || query.asleep === 'only')
    return sql`(select count(*)::int from tickets.ticket t where ${all(listed(query))})`;
  const line = sql`y`;
  const where = [...(query.status ? [sql`y.status = ${query.status}`] : []), ...rowVisible(line, query)];
  const asleep =
    query.asleep === 'in'
      ? sql`0`
      : sql`(select count(*)::int from tickets.ticket t where ${all(listed({ ...query, asleep: 'only' }))})`;
  return sql`(select coalesce(sum(y.amount), 0)::int - ${asleep} from tickets.tally y where ${all(where)})`;
};

/** One row each, and no more than `most`, of those in a list that also meet a condition about the ticket `t`. */
export const someOf = (query: TicketQuery, condition: Sql, most: number): Sql => {
  const within = query.term === '' ? [] : [sql`t.id in (select m.id from ${matchesOf(query)} m)`];
  return sql`(select 1 from tickets.ticket t where ${all([...listed(query), ...within, condition])} limit ${most})`;
};
