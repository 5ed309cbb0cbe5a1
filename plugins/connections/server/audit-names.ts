import { sql, type AuditName } from '@balcao/sdk/server';

/** Shows the connection’s name where an audit entry has its id. */
export const connectionNames: AuditName = {
  id: 'connections',
  fields: ['whatsappId', 'whatsappIds', 'connectionId', 'connection_id'],
  names: async (ids, scope) => {
    const rows = await scope.sql.rows<{ id: number; name: string }>(
      sql`select t.id, t.name from connections.connection t where t.id = any(${ids}::int[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
