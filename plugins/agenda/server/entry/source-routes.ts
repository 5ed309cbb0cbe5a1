import { sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

export const sourceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/agenda/sources', {
    access: 'signed-in',
    summary: 'The calendars outside that the reader has connected, or from which entries of the reader exist.',
    output: z.array(z.object({ source: z.string() })),
    handle: (_request, scope) =>
      scope.sql.rows<{ source: string }>(
        sql`select source from agenda.connected_source where user_id = ${scope.user.id}
            union
            select source from agenda.entry where user_id = ${scope.user.id} and deleted_at is null and source is not null
            order by source`,
      ),
  });
};
