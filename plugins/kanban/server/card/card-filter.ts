import { invalid, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { tags } from '@balcao/tags/contract';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const ids = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').filter(Boolean).map(Number))
  .pipe(z.array(z.number().int().min(0).max(2_147_483_647)).max(200));
const cents = z.coerce.number().int().min(0).max(99_999_999_999_999);

/** The filters of a board in the address; absent or empty ones do not apply. */
export const cardFilter = z.object({
  /** `own`, `all` or the id of an attendant. */
  view: z.union([z.literal('own'), z.literal('all'), id]).default('own'),
  search: z.string().max(100).optional(),
  status: z.enum(['open', 'pending', 'closed']).optional(),
  queueIds: ids.optional(),
  users: ids.optional(),
  whatsappId: id.optional(),
  tags: ids.optional(),
  min: cents.optional(),
  max: cents.optional(),
  idleDays: z.coerce.number().int().min(1).max(3650).optional(),
  followUp: z.enum(['1']).optional(),
});
export type CardFilter = z.output<typeof cardFilter>;

/** The value of a card in cents; `k` is its card, if any, and `t` its conversation. */
export const valueOf = sql`(coalesce(k.adjust_cents, 0) + (select coalesce(sum(n.value_cents), 0)
  from tickets.public_note n where n.company_id = t.company_id and n.ticket_id = t.id and n.note <> 'N/A'))::float8`;

const tagged = (scope: Scope, tagIds: readonly number[]): Sql => {
  if (!scope.find(tags)) throw invalid({ tags: 'ERR_PLUGIN_DISABLED' });
  return sql`exists (select 1 from tags.public_ticket_tag x
    where x.company_id = t.company_id and x.ticket_id = t.id and x.tag_id = any(${[...tagIds]}::int[]))`;
};

/** Returns the conditions on a conversation `t` with its card `k`. */
export const filterConditions = (scope: Scope, filter: CardFilter): Sql[] => {
  const { search, status, queueIds, users, whatsappId, min, max, idleDays } = filter;
  const term = search?.trim() ?? '';
  const where: Sql[] = [];
  if (term !== '')
    where.push(sql`(kernel.normalise(t.last_message) like kernel.like_pattern(${term})
      or exists (select 1 from contacts.public_contact c where c.company_id = t.company_id and c.id = t.contact_id
                   and c.name <> c.number and kernel.normalise(c.name) like kernel.like_pattern(${term})))`);
  if (status) where.push(sql`t.status = ${status}`);
  if (queueIds) where.push(sql`t.queue_key = any(${queueIds}::int[])`);
  if (users) where.push(sql`t.owner_key = any(${users}::int[])`);
  if (whatsappId) where.push(sql`t.connection_id = ${whatsappId}`);
  if (filter.tags && filter.tags.length > 0) where.push(tagged(scope, filter.tags));
  if (min !== undefined) where.push(sql`${valueOf} >= ${min}`);
  if (max !== undefined) where.push(sql`${valueOf} <= ${max}`);
  if (idleDays) where.push(sql`t.updated_at < now() - make_interval(days => ${idleDays})`);
  if (filter.followUp)
    where.push(sql`exists (select 1 from kanban.follow_up f
      where f.company_id = t.company_id and f.ticket_id = t.id
        and (k.ticket_id is null or (f.board_id, f.lane_id) = (k.board_id, k.lane_id)) and (f.due_at is not null or f.state = 'window'))`);
  return where;
};
