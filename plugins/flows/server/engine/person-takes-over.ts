import { sql, type Scope } from '@balcao/sdk/server';
import { endSession } from './session-end.ts';
import { lockSession } from './session-store.ts';
import { stopFlow } from './start.ts';

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

/**
 * Ends the session of a conversation in which a person wrote: two do not speak at once. The conversation stays where it
 * is. A message from before the flow was started does not count, and neither does one before the flow has begun, as a
 * person announces it.
 */
export const personWrites = async (
  { ticketId, userId, at }: { ticketId: number; userId: number | null; at: string },
  scope: Scope,
): Promise<void> => {
  if (userId === null) return;
  const live = await scope.sql.one(
    sql`select 1 from flows.session s
         where s.ticket_id = ${ticketId} and s.ended_at is null and s.state <> 'offered' and s.started_at < ${at}::timestamptz`,
  );
  if (live) await stopFlow(scope, ticketId, 'person');
};
