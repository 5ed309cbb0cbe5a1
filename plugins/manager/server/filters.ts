import { sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { tags } from '@balcao/tags/contract';

const maxIds = 500;
const maxId = 2_147_483_647;
const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

/** `[1,2]` as the specification sends it, or `1,2` as people type it into an address; empty: no filter. */
export const idList = z.preprocess(first, z.string().max(6000).optional()).transform((value, context): number[] => {
  if (!value) return [];
  let list: unknown;
  try {
    list = JSON.parse(value.startsWith('[') ? value : `[${value}]`);
  } catch {
    list = undefined;
  }
  const parsed = z.array(z.coerce.number().int().min(0).max(maxId)).max(maxIds).safeParse(list);
  if (parsed.success) return [...new Set(parsed.data)];
  context.addIssue({ code: 'custom', message: 'a list of ids' });
  return z.NEVER;
});

export const filterQuery = z.object({ tags: idList, queueIds: idList });
export type Filters = z.output<typeof filterQuery>;

export const seesAll = (scope: Scope): boolean => scope.can('tickets-manager:showall');

/**
 * Conditions on a running conversation `t` that the reader may see. Without the permission to see all: their own, and
 * those without attendant in their queues or in none, as in the list of tickets.
 */
export const visible = (scope: Scope): Sql => {
  if (seesAll(scope)) return sql`t.status in ('open', 'pending')`;
  const me = scope.user?.id ?? 0;
  return sql`t.status in ('open', 'pending') and (t.owner_key = ${me} or (t.owner_key = 0 and (t.queue_key = 0
    or t.queue_key in (select m.queue_id from queues.public_member m where m.user_id = ${me}))))`;
};

/** Conditions of the filters; a filter by tags is ignored while the company has no tags. */
export const filtered = (scope: Scope, { tags: tagIds, queueIds }: Filters): Sql => {
  const inQueues = queueIds.length > 0 ? sql`and t.queue_key = any(${queueIds}::int[])` : sql.empty;
  const tagged =
    tagIds.length > 0 && scope.find(tags)
      ? sql`and exists (select 1 from tags.public_ticket_tag x
              where x.company_id = t.company_id and x.ticket_id = t.id and x.tag_id = any(${tagIds}::int[]))`
      : sql.empty;
  return sql`${visible(scope)} ${inQueues} ${tagged}`;
};

/** The order within a card: the longest wait first, then the latest change. */
export const byWait = sql`t.waiting_since nulls last, t.updated_at desc, t.id desc`;
