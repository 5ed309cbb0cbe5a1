import { z } from 'zod';
import type { Scope } from './scope.ts';
import { sql, type Sql } from './sql.ts';

/** What `usePages` of the UI kit asks with: the term, without what the database cannot hold, and the page from 1 on. */
export const pageQuery = z.object({
  searchParam: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim()),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** What it wants for an answer, for rows of this form. */
export const pageOutput = <T extends z.ZodType>(row: T) =>
  z.object({ records: z.array(row), hasMore: z.boolean(), count: z.number() });

export interface PageParts {
  /** What stands between `select` and `from`. */
  columns: Sql;
  /** What stands after `from`, with its joins and its `where`. */
  from: Sql;
  /** Leaves no two rows equal: else one may stand on two pages, and another on none. */
  orderBy: Sql;
  /** From 1. */
  page: number;
  /** 20. */
  perPage?: number;
}

/**
 * One page of rows, whether there are more after it, and how many there are in all.
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
