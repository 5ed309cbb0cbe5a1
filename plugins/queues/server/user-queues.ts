import { sql, z } from '@balcao/sdk/server';
import type { UserExtra } from '@balcao/users/contract';
import { queues } from '../contract.ts';

interface Row {
  userId: number;
  id: number;
  name: string;
  color: string;
}

/** The queues of a person: shown and saved with the person, whose form belongs to another plugin. */
export const userQueues: UserExtra = {
  id: 'queues',
  field: 'queueIds',
  colleaguesSee: ['queues'],
  schema: z.array(z.number().int().positive()).max(500),
  permission: 'user-modal:editQueues',
  async load(userIds, scope) {
    const rows = await scope.sql.rows<Row>(
      sql`select m.user_id as "userId", q.id, q.name, q.color from queues.member m
            join queues.queue q on q.company_id = m.company_id and q.id = m.queue_id
           where m.user_id = any(${[...userIds]}::int[]) order by lower(q.name), q.id`,
    );
    return new Map(
      userIds.map((userId) => [
        userId,
        { queues: rows.filter((row) => row.userId === userId).map(({ id, name, color }) => ({ id, name, color })) },
      ]),
    );
  },
  read: ({ queues: known }) => (known as readonly { id: number }[] | undefined)?.map(({ id }) => id) ?? [],
  save: (userId, value, scope) => scope.use(queues).assign(userId, value as number[]),
};
