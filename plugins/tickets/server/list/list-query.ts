import { faultCode, invalid, sql, z, type Sql } from '@balcao/sdk/server';
import { ticketListQuery, ticketListSort, type TicketStatus } from '../../contract.ts';
import { readerOf, type Reader, type SignedIn } from '../reader.ts';

const maxIds = 500;
const maxPerPage = 40;
const maxId = 2_147_483_647;
const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);
const text = z.preprocess(first, z.string().max(200).optional());

/** `[1,2]` or `1,2`, as in the specification. Empty means no filter. */
const ids = z.preprocess(first, z.string().max(5000).optional()).transform((value, context): number[] | undefined => {
  if (!value) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(value.startsWith('[') ? value : `[${value}]`);
  } catch {
    list = undefined;
  }
  const parsed = z.array(z.coerce.number().int().min(0).max(maxId)).max(maxIds).safeParse(list);
  if (!parsed.success) {
    context.addIssue({ code: 'custom', message: 'a list of ids' });
    return z.NEVER;
  }
  return parsed.data.length > 0 ? parsed.data : undefined;
});
const day = z.preprocess(first, z.union([z.literal(''), z.iso.date()]).optional());
const yes = text.transform((value) => value === 'true' || value === '1');

/** Name of an order that a plugin adds. */
export const sortName = /^[a-z][a-z0-9-]*\.[a-zA-Z0-9.-]{1,60}$/;

/** Other plugins' parameters are read where their items are known. */
export const listParameters = z.looseObject({
  /** Only these ids: for a browser that cannot decide whether a changed row belongs in its list. */
  ids,
  searchParam: text,
  pageNumber: z.preprocess(first, z.coerce.number().int().min(1).max(1_000_000).default(1)),
  pageSize: z.preprocess(first, z.coerce.number().int().min(1).max(maxPerPage).default(maxPerPage)),
  status: z.preprocess(first, z.union([z.literal(''), z.enum(['open', 'pending', 'closed'])]).optional()),
  users: ids,
  queueIds: ids,
  date: day,
  updatedAt: day,
  showAll: yes,
  withUnreadMessages: yes,
  /** Only conversations with a message of the company that could not be sent. */
  withUnsentMessages: yes,
  /** Only conversations that the reader snoozed, which are in no other list. */
  snoozed: yes,
  /** `waiting`: the longest wait first, without closed ones. */
  sort: z.preprocess(
    first,
    z.union([z.literal(''), z.enum(['newest', 'oldest', 'waiting']), z.string().regex(sortName)]).optional(),
  ),
  selectedReadTicket: z.preprocess(first, z.enum(['', 'all', 'read', 'unread']).optional()),
  selectedWhatsappId: z.preprocess(
    first,
    z.union([z.literal(''), z.coerce.number().int().min(0).max(maxId)]).optional(),
  ),
});
export type ListParameters = z.output<typeof listParameters>;

/** An order by a number that a plugin provides. */
export interface AddedOrder {
  by: Sql;
  descending: boolean;
}
export type TicketOrder = 'newest' | 'oldest' | 'waiting' | AddedOrder;

export interface TicketQuery {
  reader: Reader;
  /** Everybody's conversations, not only the reader's own and the waiting ones of the reader's queues. */
  all: boolean;
  status: TicketStatus | undefined;
  term: string;
  users: number[] | undefined;
  queueIds: number[] | undefined;
  /** All other conditions, on the ticket `t`. */
  conditions: Sql[];
  order: TicketOrder;
  /** Conversations that the reader snoozed: excluded, shown alone, or, in a search, included. */
  snoozed: 'out' | 'only' | 'in';
  pageNumber: number;
  pageSize: number;
}

const onDay = (column: Sql, value: string, timeZone: string): Sql =>
  sql`(${column} >= ${value}::date::timestamp at time zone ${timeZone} and ${column} < (${value}::date + 1)::timestamp at time zone ${timeZone})`;

const contributed = (scope: SignedIn, query: ListParameters): Promise<Sql[]> =>
  Promise.all(
    scope.contributions(ticketListQuery).flatMap(({ item, scope: own }) => {
      const { param, schema } = item;
      const raw = first(query[param]);
      if (raw === undefined || raw === '') return [];
      const value = schema.safeParse(raw, { error: faultCode });
      if (!value.success) throw invalid({ [param]: value.error.issues[0]?.message ?? 'ERR_INVALID_VALUE' });
      return [item.where(value.data, own)];
    }),
  );

const orderFor = (scope: SignedIn, { sort, status }: ListParameters): TicketOrder => {
  // Closed conversations have no waiting time, and no index has them in that order.
  if (sort === 'waiting') return !status || status === 'closed' ? 'newest' : sort;
  if (sort === 'newest' || sort === 'oldest') return sort;
  // Undefined when its plugin has been switched off.
  const added = sort && scope.contributions(ticketListSort).find(({ item }) => item.id === sort);
  return added
    ? { by: sql`(${added.item.by(added.scope)})::float8`, descending: added.item.descending ?? false }
    : 'newest';
};

export const readQuery = async (scope: SignedIn, query: ListParameters): Promise<TicketQuery> => {
  const reader = readerOf(scope);
  const conditions = await contributed(scope, query);
  const { timeZone } = scope.company;
  if (query.withUnreadMessages || query.selectedReadTicket === 'unread') conditions.push(sql`t.unread > 0`);
  if (query.withUnsentMessages) conditions.push(sql`t.unsent > 0`);
  if (query.selectedReadTicket === 'read') conditions.push(sql`t.unread = 0`);
  if (query.selectedWhatsappId) conditions.push(sql`t.whatsapp_id = ${query.selectedWhatsappId}`);
  if (query.ids) conditions.push(sql`t.id = any(${query.ids}::int[])`);
  if (query.date) conditions.push(onDay(sql`t.created_at`, query.date, timeZone));
  if (query.updatedAt) conditions.push(onDay(sql`t.updated_at`, query.updatedAt, timeZone));
  const term = query.searchParam?.trim() ?? '';
  const searchesAll = term === '' || scope.can('tickets-manager:search');
  const byUser = query.users !== undefined && scope.can('tickets-manager:userall');
  return {
    reader,
    all: reader.seesAll && searchesAll && (query.showAll || byUser),
    status: query.status || undefined,
    term,
    users: query.users,
    queueIds: query.queueIds,
    conditions,
    order: orderFor(scope, query),
    snoozed: query.snoozed ? 'only' : query.searchParam?.trim() || query.status === 'closed' ? 'in' : 'out',
    pageNumber: query.pageNumber,
    pageSize: query.pageSize,
  };
};
