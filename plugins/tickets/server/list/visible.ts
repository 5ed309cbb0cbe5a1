import { sql, type Sql } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const memberships = (userId: number): Sql => sql`select m.queue_id from queues.member m where m.user_id = ${userId}`;

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

const rowVisible = (row: Sql, query: TicketQuery): Sql[] => [
  ...(query.all ? [] : [mine(row, query.reader.id)]),
  ...byKeys(row, query),
];

const byNumber = (term: string): Sql => {
  const digits = term.replace(/\D/g, '');
  return sql`(c.name <> c.number and kernel.normalise(c.name || ' ' || c.email) like kernel.like_pattern(${term})
    or c.number <> '' and c.number_key = contacts.number_key(${digits}) or right(c.number, 4) = ${digits})`;
};

const mostHits = 500;

/** Ids that a term finds: by the last message, and by the contact. Each through its match function, which keeps the index. */
const found = ({ term, all: everybody, status, reader }: TicketQuery): Sql => {
  // Status by status, because each is an index in the order of the list: a common word is found in its first rows.
  const statuses: readonly TicketStatus[] = status ? [status] : ['open', 'pending', 'closed'];
  const owners = everybody ? [null] : [reader.id, 0];
  const last = statuses.flatMap((one) =>
    owners.map((owner) => sql`select tickets.ticket_match(${term}, ${mostHits}, ${one}, ${owner})`),
  );
  const people = sql`select contacts.contact_match(${term}, ${mostHits})`;
  // Whoever sees masked numbers must not find out the rest of them by searching.
  const contacts = reader.masked
    ? sql`select c.id from contacts.contact c where c.id in (${people}) and ${byNumber(term)}`
    : people;
  return sql`${sql.join(last, sql` union `)} union select s.id from tickets.ticket s where s.contact_id in (${contacts})`;
};

const hitsOf = ({ status }: TicketQuery): Sql => sql.id(`hit_${status ?? 'any'}`);

/** The search of each list, once, in front of the statement that shows and counts it. */
export const searches = (queries: readonly TicketQuery[], rest: Sql): Sql => {
  const wanted = queries.filter(({ term }) => term !== '');
  if (wanted.length === 0) return sql`with ${rest}`;
  return sql`with ${sql.join(wanted.map((query) => sql`${hitsOf(query)} (id) as materialized (${found(query)})`))}, ${rest}`;
};

const t = sql`t`;
// As an array, because PostgreSQL takes a function for a thousand rows and would read all tickets to meet them.
const hit = (query: TicketQuery): Sql[] =>
  query.term === '' ? [] : [sql`t.id = any(array(select h.id::int from ${hitsOf(query)} h))`];
const inStatus = ({ status }: TicketQuery): Sql[] => (status ? [sql`t.status = ${status}`] : []);

/** Everything a ticket `t` must meet to be in the list. */
export const inList = (query: TicketQuery): Sql =>
  all([...hit(query), ...inStatus(query), ...rowVisible(t, query), ...query.conditions]);

const newest = (where: Sql, most: number): Sql =>
  sql`select t.id, t.updated_at from tickets.ticket t where ${where} order by t.updated_at desc, t.id desc limit ${most}`;

/**
 * Ids and times of the first `most` tickets of a list, in no order. Each part reads one index from its newest entry, so
 * no list reads more than it shows, however many tickets there are.
 */
export const firstOfList = (query: TicketQuery, most: number): Sql => {
  if (query.all || query.term !== '') return newest(inList(query), most);
  const { reader, status, queueIds } = query;
  const common = [...inStatus(query), ...byKeys(t, query), ...query.conditions];
  const own = newest(all([sql`t.owner_key = ${reader.id}`, ...common]), most);
  // An open conversation always has an attendant.
  if (status === 'open') return own;
  const waiting = newest(
    all([
      sql`t.owner_key = 0`,
      sql`t.queue_key = k.queue_id`,
      sql`t.status <> 'open'`,
      sql`(k.queue_id <> 0 or t.status = 'pending')`,
      ...common,
    ]),
    most,
  );
  const chosen = queueIds ? sql`where k.queue_id = any(${queueIds}::int[])` : sql.empty;
  return sql`(${own}) union all select w.id, w.updated_at
    from (select 0 as queue_id union all ${memberships(reader.id)}) k cross join lateral (${waiting}) w ${chosen}`;
};

/** How many tickets a list has, as an expression. Without other filters the tally knows, and nothing is counted. */
export const countOf = (query: TicketQuery): Sql => {
  if (query.term !== '' || query.conditions.length > 0) {
    return sql`(select count(*)::int from tickets.ticket t where ${inList(query)})`;
  }
  const line = sql`y`;
  const where = [...(query.status ? [sql`y.status = ${query.status}`] : []), ...rowVisible(line, query)];
  return sql`(select coalesce(sum(y.amount), 0)::int from tickets.tally y where ${all(where)})`;
};
