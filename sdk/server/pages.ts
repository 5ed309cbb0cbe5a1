import { z } from 'zod';
import type { Scope } from './scope.ts';
import { sql, type Sql } from './sql.ts';

/**
 * The query that `usePages` of the UI kit sends: the search term, without characters that the database cannot store,
 * and the page from 1.
 */
export const pageQuery = z.object({
  searchParam: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim()),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** The response that `usePages` expects, for rows of this schema. */
export const pageOutput = <T extends z.ZodType>(row: T) =>
  z.object({ records: z.array(row), hasMore: z.boolean(), count: z.number() });

export interface PageParts {
  /** SQL between `select` and `from`. */
  columns: Sql;
  /** SQL after `from`, with its joins and its `where`. */
  from: Sql;
  /** Must order all rows uniquely: otherwise a row may appear on two pages and another on none. */
  orderBy: Sql;
  /** From 1. */
  page: number;
  /** 20 if absent. */
  perPage?: number;
}

/**
 * Reads one page of rows, whether more follow, and the total number.
 * @example
 * host.route('GET', '/ideas', {
 *   access: 'signed-in',
 *   input: { query: pageQuery },
 *   output: pageOutput(idea),
 *   handle: ({ query }, scope) =>
 *     readPage<Idea>(scope, {
 *       columns: sql`i.id, i.text`,
 *       from: sql`ideas.idea i`,
 *       orderBy: sql`i.id desc`,
 *       page: query.pageNumber,
 *     }),
 * });
 */
export async function readPage<Row extends object>(
  scope: Pick<Scope, 'sql'>,
  { columns, from, orderBy, page, perPage = 20 }: PageParts,
): Promise<{ records: Row[]; hasMore: boolean; count: number }> {
  const rows = await scope.sql.rows<Row>(
    sql`select ${columns} from ${from} order by ${orderBy} limit ${perPage + 1} offset ${(page - 1) * perPage}`,
  );
  const total = await scope.sql.one<{ count: number }>(sql`select count(*)::int as count from ${from}`);
  return { records: rows.slice(0, perPage), hasMore: rows.length > perPage, count: total?.count ?? 0 };
}
