import { sql, type Scope } from '@balcao/sdk/server';
import type { Presence } from '@balcao/tickets/contract';
import { settleSeconds } from './next-signal.ts';
import { scheduleWakes } from './wake-times.ts';

/**
 * Awaits the rest of a free text while the customer types: from the last sign of it for as long as channels repeat it,
 * and not without end after the first message.
 */
export const customerTypes = async (ticketId: number, state: Presence, scope: Scope): Promise<void> => {
  const { pause, typing, maxTyping } = settleSeconds;
  const row = await scope.sql.one<{ id: number; at: Date }>(
    sql`with settling as (
          select s.id, (select min(i.at) from flows.inbox i
                         where i.session_id = s.id and i.taken_seq is null and i.message_id > s.asked_id) as first
            from flows.session s where s.ticket_id = ${ticketId} and s.state = 'waiting' and s.settle_at is not null)
        update flows.session s
           set settle_at = least(now() + make_interval(secs => ${state === 'paused' ? pause : typing}), w.first + make_interval(secs => ${maxTyping}))
          from settling w
         where s.id = w.id and w.first is not null and s.state = 'waiting' and s.settle_at is not null
        returning s.id, s.settle_at as at`,
  );
  if (row) await scheduleWakes(scope, [{ sessionId: row.id, at: row.at }]);
};
