import { sql, type AuditName } from '@balcao/sdk/server';

/** Adds the queue's name to audit entries that contain its id. */
export const queueNames: AuditName = {
  id: 'queues',
  fields: [
    'queueId',
    'queueIds',
    'queue_id',
    'keyWordQueueId',
    'entry_queue_id',
    'entryQueueId',
    'send_id_queue',
    'sendIdQueue',
  ],
  names: async (ids, scope) => {
    const rows = await scope.sql.rows<{ id: number; name: string }>(
      sql`select t.id, t.name from queues.queue t where t.id = any(${ids}::int[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
