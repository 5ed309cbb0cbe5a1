import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { flowRoom, flowsRoom } from '../contract.ts';
import type manifest from '../manifest.ts';

/** A browser says every 20 seconds that its editor is open. */
const seconds = 45;

const publishEditors = async (scope: Scope, flowId: number): Promise<void> => {
  const users = await scope.sql.rows<{ id: number; name: string; nodeId: string | null }>(
    sql`select u.id, u.name, e.node_id as "nodeId" from flows.editor e join kernel."user" u on u.company_id = e.company_id and u.id = e.user_id
         where e.flow_id = ${flowId} and e.seen_at > now() - make_interval(secs => ${seconds}) order by u.name, u.id`,
  );
  scope.rooms.emit(flowRoom, { flowId }, 'editors', { users });
};

const here = z.object({ nodeId: z.string().max(100).nullish() });

/** Stores who has the editor open. In the database, so that every node publishes the same. */
const isHere = async (scope: Scope, flowId: number, sent: unknown): Promise<void> => {
  if (!scope.user || scope.user.impersonating) return;
  const { data } = here.safeParse(sent ?? {});
  await scope.sql.run(
    sql`insert into flows.editor (flow_id, user_id, node_id)
        select f.id, ${scope.user.id}, ${data?.nodeId ?? null}::text from flows.flow f where f.id = ${flowId}
        on conflict (company_id, flow_id, user_id) do update set seen_at = now(), node_id = excluded.node_id`,
  );
  await publishEditors(scope, flowId);
};

const hasLeft = async (scope: Scope, flowId: number): Promise<void> => {
  await scope.sql.run(
    sql`delete from flows.editor where flow_id = ${flowId}
          and (user_id = ${scope.user?.id ?? 0} or seen_at < now() - make_interval(secs => ${seconds}))`,
  );
  await publishEditors(scope, flowId);
};

export const rooms = (host: Host<typeof manifest>): void => {
  host.room(flowsRoom, { params: z.object({}), may: (_params, scope) => scope.can('flows:view') });
  host.room(flowRoom, {
    params: z.object({ flowId: z.number().int().positive().max(2_147_483_647) }),
    may: async ({ flowId }, scope) =>
      scope.can('flows:view') &&
      (await scope.sql.one(sql`select 1 from flows.flow where id = ${flowId}`)) !== undefined,
    transient: ['editors'],
    accepts: {
      here: (data, { flowId }, scope) => isHere(scope, flowId, data),
      left: (_data, { flowId }, scope) => hasLeft(scope, flowId),
    },
  });
};
