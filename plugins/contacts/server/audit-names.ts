import { sql, type AuditName } from '@balcao/sdk/server';

/** Each contact by its name, where the record has its number. */
export const contactNames: AuditName = {
  id: 'contacts',
  fields: ['contactId', 'contactIds', 'contact_id'],
  names: async (ids, scope) => {
    const rows = await scope.sql.rows<{ id: number; name: string }>(
      sql`select t.id, t.name from contacts.contact t where t.id = any(${ids}::int[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
