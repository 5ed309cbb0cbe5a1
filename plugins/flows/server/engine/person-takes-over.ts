import { sql, type Scope } from '@balcao/sdk/server';
import { endSession } from './session-end.ts';
import { lockSession } from './session-store.ts';

const takesOver: ReadonlySet<string> = new Set(['accept', 'transfer', 'resolve', 'return']);

/** Ends the session of a conversation that people have now. Its messages were refused from that moment on. */
export const personTakesOver = async (
  { ticketId, action }: { ticketId: number; action: string },
  scope: Scope,
): Promise<void> => {
  if (!takesOver.has(action)) return;
  const live = await scope.sql.one<{ id: number }>(
    sql`select s.id from flows.session s join tickets.public_ticket t on t.id = s.ticket_id
         where s.ticket_id = ${ticketId} and s.ended_at is null and s.state <> 'offered' and t.automatic_by is distinct from 'flows'`,
  );
  if (!live) return;
  await scope.tx(async (inner) => {
    const session = await lockSession(inner, live.id);
    if (session) await endSession(inner, session, 'person');
  });
};
