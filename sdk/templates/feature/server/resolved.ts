import { sql, type Host } from '@balcao/sdk/server';
import { ticketChanged } from '@balcao/tickets/contract';
import type manifest from '../manifest.ts';

/** A conversation that is resolved has nothing open. Events come at least once, so doing it twice must not matter. */
export const doneWhenResolved = (host: Host<typeof manifest>): void => {
  host.on(ticketChanged, 'done-when-resolved', async ({ ticketId, action }, scope) => {
    if (action !== 'resolve') return;
    await scope.sql.run(
      sql`update example_notes.note set done_at = now() where ticket_id = ${ticketId} and done_at is null`,
    );
  });
};
