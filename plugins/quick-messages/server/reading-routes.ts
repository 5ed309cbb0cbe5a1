import { forbidden, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { requireQuickMessage, id, matching, readerMessages, output, params, readerRows } from './quick-message.ts';

const perPage = 20;
/** Limit of the list in the composer; the rest is found by search. */
const maxInList = 300;

const searchParam = z
  .string()
  .max(200)
  .default('')
  .transform((text) => text.trim().replace(/^\/+/, ''));

export const readingRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/quick-messages', {
    access: 'signed-in',
    summary: 'The caller’s own and shared quick messages, 20 a page; `searchParam` filters by shortcode and text.',
    input: {
      query: z.object({
        searchParam,
        pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
        userId: id.optional(),
      }),
    },
    output: z.object({ records: z.array(output), hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query }, scope) => {
      if (query.userId !== undefined && query.userId !== scope.user.id) throw forbidden();
      const [rows, total] = await Promise.all([
        scope.sql.rows<{ id: number }>(
          sql`select m.id from ${readerMessages(scope)} where ${matching(query.searchParam)}
               order by m.priority, lower(m.shortcode), m.id
               limit ${perPage + 1} offset ${(query.pageNumber - 1) * perPage}`,
        ),
        scope.sql.one<{ count: number }>(
          sql`select count(*)::int as count from ${readerMessages(scope)} where ${matching(query.searchParam)}`,
        ),
      ]);
      const ids = rows.slice(0, perPage).map((row) => row.id);
      return { records: await readerRows(scope, ids), hasMore: rows.length > perPage, count: total?.count ?? 0 };
    },
  });

  host.route('GET', '/quick-messages/list', {
    access: 'signed-in',
    summary: 'Up to 300 quick messages for the composer: by priority, then the most used first.',
    input: { query: z.object({ searchParam }) },
    output: z.array(output),
    handle: async ({ query }, scope) => {
      const rows = await scope.sql.rows<{ id: number }>(
        sql`select m.id from ${readerMessages(scope)}
              left join quick_messages.usage used on used.quick_message_id = m.id and used.user_id = ${scope.user.id}
             where ${matching(query.searchParam)}
             order by m.priority, coalesce(used.uses, 0) desc, lower(m.shortcode), m.id limit ${maxInList}`,
      );
      return readerRows(
        scope,
        rows.map((row) => row.id),
      );
    },
  });

  host.route('GET', '/quick-messages/:id', {
    access: 'signed-in',
    summary: 'One quick message.',
    input: { params },
    output,
    handle: (request, scope) => requireQuickMessage(scope, request.params.id),
  });
};
