import { conflict, sql } from '@balcao/sdk/server';
import type { ContactMove } from '@balcao/contacts/contract';
import { tickets } from '../contract.ts';
import { moveWindows } from './window/changed-window.ts';

/**
 * Moves conversations when two contacts are merged. Two running ones on one connection cannot be merged, because each
 * has its own attendant, notes and tags: people are asked to close one of them first.
 */
export const moveConversations: ContactMove = {
  id: 'tickets',
  async move({ from, to }, scope) {
    const both = await scope.sql.one<{ connection: string }>(
      sql`select coalesce(w.name, '') as connection
            from tickets.ticket a
            join tickets.ticket b on b.whatsapp_id = a.whatsapp_id and b.contact_id = ${to} and b.status in ('open', 'pending')
            left join connections.public_connection w on w.id = a.whatsapp_id
           where a.contact_id = ${from} and a.status in ('open', 'pending') limit 1`,
    );
    if (both) throw conflict('ERR_MERGE_BOTH_RUNNING', { connection: both.connection });
    const moved = await scope.sql.rows<{ id: number; runs: boolean }>(
      sql`update tickets.ticket set contact_id = ${to} where contact_id = ${from} returning id, status <> 'closed' as runs`,
    );
    await moveWindows(scope, from, to);
    for (const { id, runs } of moved) if (runs) await scope.use(tickets).touched(id);
  },
};
