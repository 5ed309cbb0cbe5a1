import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { protectedTag, type Tag } from '../contract.ts';
import type { TagDetails } from './tag-form.ts';

/** Condition for a protected tag `g`, whatever the notation of its name. */
export const isProtected: Sql = sql`(g.name_key = kernel.normalise(${protectedTag}))`;

export const listTags = (scope: Scope): Promise<Tag[]> =>
  scope.sql.rows<Tag>(sql`select g.id, g.name, g.color from tags.tag g order by g.name_key`);

export const findTag = (scope: Scope, id: number): Promise<Tag | undefined> =>
  scope.sql.one<Tag>(sql`select g.id, g.name, g.color from tags.tag g where g.id = ${id}`);

/** Counts conversations of the selected tags only. */
const detailed = (chosen: Sql): Sql =>
  sql`select g.id, g.name, g.color, ${isProtected} as "isProtected",
             (select count(*)::int from tags.ticket_tag x where x.company_id = g.company_id and x.tag_id = g.id) as tickets
        from (${chosen}) g order by g.name_key`;

export const tagDetail = (scope: Scope, id: number): Promise<TagDetails | undefined> =>
  scope.sql.one<TagDetails>(detailed(sql`select * from tags.tag where id = ${id}`));

export interface TagPage {
  tags: TagDetails[];
  hasMore: boolean;
  count: number;
}
const perPage = 20;
const maxHits = 1000;

/** Passes the ids as an array, because PostgreSQL estimates a thousand rows for a function and would scan all tags. */
const matching = (term: string): Sql =>
  term === '' ? sql`true` : sql`id = any(array(select m::int from tags.tag_match(${term}, ${maxHits}) m))`;

/** Selects one row more than the page shows, which tells whether there is another page. */
export const pageOfTags = (term: string, pageNumber: number): Sql =>
  detailed(sql`select * from tags.tag where ${matching(term)}
    order by name_key limit ${perPage + 1} offset ${(pageNumber - 1) * perPage}`);

export const tagPage = async (scope: Scope, term: string, pageNumber: number): Promise<TagPage> => {
  const rows = await scope.sql.rows<TagDetails>(pageOfTags(term, pageNumber));
  const total = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from tags.tag where ${matching(term)}`,
  );
  return { tags: rows.slice(0, perPage), hasMore: rows.length > perPage, count: total?.count ?? 0 };
};
