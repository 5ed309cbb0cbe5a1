import { sql, type AuditName } from '@balcao/sdk/server';

/** Adds the tag's name to audit entries that contain its id. */
export const tagNames: AuditName = {
  id: 'tags',
  fields: ['tagId', 'tagIds', 'tag_id'],
  names: async (ids, scope) => {
    const rows = await scope.sql.rows<{ id: number; name: string }>(
      sql`select t.id, t.name from tags.tag t where t.id = any(${ids}::int[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
