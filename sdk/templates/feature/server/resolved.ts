import { sql, type Host } from '@balcao/sdk/server';
import { ticketChanged } from '@balcao/tickets/contract';
import type manifest from '../manifest.ts';

/**
 * Marks the notes of a resolved conversation as done. Events are delivered at least once, so repeating it must be
 * harmless.
 */
export const doneWhenResolved = (host: Host<typeof manifest>): void => {
  host.on(ticketChanged, 'done-when-resolved', async ({ ticketId, action }, scope) => {
    if (action !== 'resolve') return;
    await scope.sql.run(
      sql`update example_notes.note set done_at = now() where ticket_id = ${ticketId} and done_at is null`,
    );
  });
};
