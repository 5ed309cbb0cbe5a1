import { forbidden, notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import type { QuickMessage } from '../contract.ts';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });

export const output = z.object({
  id: z.number(),
  shortcode: z.string(),
  message: z.string(),
  priority: z.literal([1, 2, 3]),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  mediaSize: z.number().nullable(),
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  sharedWith: z.array(z.object({ id: z.number(), name: z.string() })),
  uses: z.number(),
});

/**
 * Returns a query of the reader's quick messages, their own and shared ones. Selects by person first and searches only
 * these rows: a person has hundreds at most, whereas results of a text index over the whole company would have to be
 * filtered by access.
 */
export const readerMessages = (scope: SignedIn): Sql => sql`(
  select own.id from quick_messages.quick_message own where own.user_id = ${scope.user.id}
  union
  select given.quick_message_id from quick_messages.share given where given.user_id = ${scope.user.id}) seen (id)
  join quick_messages.quick_message m on m.id = seen.id`;

export const matching = (term: string): Sql =>
  term === '' ? sql`true` : sql`m.search_text like kernel.like_pattern(${term})`;

/** Returns the rows of these ids as the reader sees them, in the same order. */
export const readerRows = (scope: SignedIn, ids: readonly number[]): Promise<QuickMessage[]> =>
  scope.sql.rows<QuickMessage>(sql`
    select m.id, m.shortcode, m.message, m.priority, m.media_path as "mediaPath", m.media_name as "mediaName",
           m.media_mime as "mediaMime", m.media_size as "mediaSize", m.user_id as "userId", owner.name as "userName",
           coalesce(mark.uses, 0) as uses,
           case when m.user_id = ${scope.user.id} then
             (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id), '[]')
                from quick_messages.share s join kernel."user" u on u.company_id = s.company_id and u.id = s.user_id
               where s.quick_message_id = m.id)
             else '[]' end as "sharedWith"
      from unnest(${[...ids]}::int[]) with ordinality wanted (id, place)
      join quick_messages.quick_message m on m.id = wanted.id
      left join kernel."user" owner on owner.company_id = m.company_id and owner.id = m.user_id
      left join quick_messages.usage mark on mark.quick_message_id = m.id and mark.user_id = ${scope.user.id}
     order by wanted.place`);

/** Returns one of the reader's quick messages, own or shared. */
export const findQuickMessage = async (scope: SignedIn, wanted: number): Promise<QuickMessage | undefined> => {
  const known = await scope.sql.one(sql`select m.id from ${readerMessages(scope)} where m.id = ${wanted}`);
  return known && (await readerRows(scope, [wanted]))[0];
};

/** Returns one of the reader's quick messages, or throws 404 ERR_NO_QUICK_MESSAGE_FOUND. */
export const requireQuickMessage = async (scope: SignedIn, wanted: number): Promise<QuickMessage> => {
  const row = await findQuickMessage(scope, wanted);
  if (!row) throw notFound('ERR_NO_QUICK_MESSAGE_FOUND');
  return row;
};

/** Returns one of the reader's own; throws 403 for one that is only shared with them. */
export const requireOwnMessage = async (scope: SignedIn, wanted: number): Promise<QuickMessage> => {
  const row = await requireQuickMessage(scope, wanted);
  if (row.userId !== scope.user.id) throw forbidden();
  return row;
};
