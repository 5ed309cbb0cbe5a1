import { sql, type RowEditors, type Scope } from '@balcao/sdk/server';

/** Editors of rows in the scope's company, in its transaction. */
export const rowEditorsOf = ({ sql: database, user }: Pick<Scope, 'sql' | 'user'>): RowEditors => ({
  async note(table, id, values) {
    await database.run(
      sql`select kernel.record_editor(${table}, ${id}, ${JSON.stringify(values)}::jsonb, ${user?.id ?? null}::int)`,
    );
  },
  async of(table, id, values) {
    const rows = await database.rows<{ field: string; name: string }>(
      sql`select field, name from kernel.editors_of(${table}, ${id}, ${JSON.stringify(values)}::jsonb)`,
    );
    return Object.fromEntries(rows.map(({ field, name }) => [field, name]));
  },
});
