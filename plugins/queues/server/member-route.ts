import { forbidden, notFound, sql, z, type Host } from '@balcao/sdk/server';
import { queuesRoom } from '../contract.ts';
import type manifest from '../manifest.ts';

const id = z.number().int().positive().max(2_147_483_647);
const body = z
  .object({
    userIds: z.array(id).min(1, 'Required').max(200),
    add: z.array(id).max(500).default([]),
    remove: z.array(id).max(500).default([]),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], message: 'Required' });

/**
 * Registers the route that changes the queues of several people; their other queues are unchanged, also under
 * concurrent changes.
 */
export const memberRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/queue/members', {
    access: 'signed-in',
    audit: 'POST /queue/members',
    summary: 'Adds several people to queues (`add`) and removes them from others (`remove`).',
    input: { body },
    handle: async ({ body: { userIds, add, remove } }, scope) => {
      if (!scope.can('users:view') || !scope.can('user-modal:editQueues')) throw forbidden();
      const wanted = [...new Set([...add, ...remove])];
      const isAdmin = scope.user.super || scope.user.profile === 'admin';
      await scope.tx(async (inner) => {
        const known = await inner.sql.rows(sql`select id from queues.queue where id = any(${wanted}::int[])`);
        if (known.length !== wanted.length) throw notFound('ERR_NO_QUEUE_FOUND');
        const people = await inner.sql.rows<{ id: number; profile: string }>(
          sql`select u.id, u.profile from kernel."user" u where u.id = any(${userIds}::int[])`,
        );
        if (people.length !== new Set(userIds).size) throw notFound('ERR_NO_USER_FOUND');
        // Only admins may change admins.
        if (!isAdmin && people.some(({ profile }) => profile === 'admin')) throw forbidden();
        await inner.sql.run(
          sql`delete from queues.member where user_id = any(${userIds}::int[]) and queue_id = any(${remove}::int[])`,
        );
        await inner.sql.run(
          sql`insert into queues.member (queue_id, user_id)
              select queue.id, person.id from unnest(${add}::int[]) queue(id), unnest(${userIds}::int[]) person(id)
              on conflict do nothing`,
        );
        for (const person of people) {
          inner.rooms.emit(queuesRoom, {}, 'members', { userId: person.id });
          inner.rooms.recheckPerson(person.id);
        }
      });
    },
  });
};
