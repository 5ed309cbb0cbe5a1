import { sql, z, type Host, type RoomAlias } from '@balcao/sdk/server';
import { notificationsRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { lookingFor } from './notify.ts';

const looking = z.object({ tab: z.string().min(1).max(40), path: z.string().max(500).nullable() });

/** Maps live notifications to the event of the specification. */
const notices: RoomAlias<{ userId: number }> = {
  names: ['joinMessageNotification'],
  rooms: (_sent, { user }) => [{ userId: user.id }],
  translate({ event, data }) {
    if (event === 'notice') return [{ event: 'notification-company', data: { action: 'create', notification: data } }];
    return event === 'withdrawn'
      ? [{ event: 'notification-company', data: { action: 'delete', ...(data as object) } }]
      : [];
  },
};

/** Registers the room of one person: nobody else receives its messages or reports visible pages in it. */
export const personRoom = (host: Host<typeof manifest>): void => {
  host.room(notificationsRoom, {
    params: z.strictObject({ userId: z.number().int().positive().max(2_147_483_647) }),
    may: ({ userId }, scope) => userId === scope.user.id,
    aliases: [notices],
    accepts: {
      async looking(data, { userId }, scope) {
        if (scope.user?.id !== userId || scope.user.impersonating) return;
        const { tab, path } = looking.parse(data);
        await scope.sql.run(
          // A page that is hidden now was visible until now, if it counted as visible.
          sql`insert into notifications.looking as known (user_id, tab, path, visible, visible_at)
              values (${userId}, ${tab}, ${path ?? ''}, ${path !== null}, case when ${path !== null} then clock_timestamp() end)
              on conflict (company_id, user_id, tab) do update
                set path = excluded.path, visible = excluded.visible, seen_at = clock_timestamp(),
                    visible_at = case when excluded.visible or (known.visible
                        and known.seen_at > clock_timestamp() - make_interval(secs => ${lookingFor}))
                      then clock_timestamp() else known.visible_at end`,
        );
      },
    },
  });
};
