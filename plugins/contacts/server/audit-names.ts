import { sql, type AuditName } from '@balcao/sdk/server';

/** Shows the contact’s name where an audit entry has its id. */
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
