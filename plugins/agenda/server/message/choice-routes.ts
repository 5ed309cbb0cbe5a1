import { sql, z, type Host } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type manifest from '../../manifest.ts';
import { id } from '../access.ts';

/** Choices of the form, for everybody who schedules, also without the permission to see connections. */
export const choiceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/agenda/connections', {
    access: 'signed-in',
    summary: 'Connections by which a scheduled message may leave.',
    output: z.array(
      z.object({ id: z.number(), name: z.string(), channel: z.string(), windowHours: z.number().nullable() }),
    ),
    handle: async (_request, scope) => {
      const service = scope.use(connections);
      const rows = await scope.sql.rows<{ id: number; name: string; channel: string }>(
        sql`select k.id, k.name, k.channel from connections.public_connection k order by kernel.normalise(k.name), k.id`,
      );
      return rows.flatMap((row) => {
        const adapter = service.adapter(row);
        return adapter ? [{ ...row, windowHours: adapter.capabilities.windowHours ?? null }] : [];
      });
    },
  });
  host.route('GET', '/agenda/templates', {
    access: 'signed-in',
    summary: 'Templates of a connection, for messages outside its reply window.',
    input: { query: z.object({ whatsappId: id }) },
    output: z.array(z.looseObject({ name: z.string() })),
    handle: async ({ query: { whatsappId } }, scope) =>
      (await scope.use(connections).templates(whatsappId)).map((template) => ({ ...template })),
  });
};
