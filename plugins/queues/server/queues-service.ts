import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { queuesRoom, type Queue, type Queues } from '../contract.ts';

const columns = sql`q.id, q.name, q.color, q.greeting_message as "greetingMessage", q.out_of_hours_message as "outOfHoursMessage",
    q.completion_message as "complationMessage", q.rating_message as "ratingMessage", q.send_delay as "sendDelay", q.schedules,
    q.media, q.media ->> 'path' as "mediaPath", q.media ->> 'name' as "mediaName"`;

/** Creates the service of queues and their members for other plugins. */
export const queuesService = (scope: Scope): Queues => ({
  list: () => scope.sql.rows<Queue>(sql`select ${columns} from queues.queue q order by lower(q.name), q.id`),
  find: (id) => scope.sql.one<Queue>(sql`select ${columns} from queues.queue q where q.id = ${id}`),
  of: (userId) =>
    scope.sql.rows<Queue>(
      sql`select ${columns} from queues.member m join queues.queue q on q.company_id = m.company_id and q.id = m.queue_id
           where m.user_id = ${userId} order by lower(q.name), q.id`,
    ),
  members: (queueId) =>
    scope.sql.rows<{ id: number; name: string }>(
      sql`select u.id, u.name from queues.member m join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
           where m.queue_id = ${queueId} order by lower(u.name), u.id`,
    ),
  assign: (userId, queueIds) =>
    scope.tx(async (inner) => {
      const wanted = [...new Set(queueIds)];
      const known = await inner.sql.rows(sql`select id from queues.queue where id = any(${wanted}::int[])`);
      if (known.length !== wanted.length) throw notFound('ERR_NO_QUEUE_FOUND');
      await inner.sql.run(
        sql`delete from queues.member where user_id = ${userId} and not queue_id = any(${wanted}::int[])`,
      );
      await inner.sql.run(
        sql`insert into queues.member (queue_id, user_id) select unnest(${wanted}::int[]), ${userId} on conflict do nothing`,
      );
      inner.rooms.emit(queuesRoom, {}, 'members', { userId });
      inner.rooms.recheckPerson(userId);
    }),
});
