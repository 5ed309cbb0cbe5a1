import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { hourMs } from './arm.ts';

/** After so long it is looked again whether a reminder has left. */
const lookAgainMs = hourMs / 4;

interface Reminder {
  ack: number;
  failure: string | null;
  isDeleted: boolean;
  unsentAt: Date | null;
}

const put = (scope: Scope, ticketId: number, dueAt: Date, unsentAt: Date | null): Promise<number> =>
  scope.sql.run(
    sql`update kanban.follow_up set due_at = ${dueAt}, unsent_at = ${unsentAt}::timestamptz where ticket_id = ${ticketId}`,
  );

/** Ends the follow-up, because its reminder will not reach the customer: the conversation stays as it is. */
const endUnsent = async (scope: Scope, ticketId: number, failure: string | null): Promise<'window' | 'ended'> => {
  const state = failure === 'window' ? 'window' : 'ended';
  await scope.sql.run(sql`update kanban.follow_up set due_at = null, state = ${state} where ticket_id = ${ticketId}`);
  const code = failure === 'window' ? 'ERR_WINDOW_CLOSED' : 'not-sent';
  await scope.use(tickets).log(ticketId, { type: 'kanban.refused', data: { code, step: 1 }, by: null });
  return state;
};

/**
 * Puts the action of a follow-up off while its reminder has not left, for example because the connection is down, and
 * ends the follow-up if the reminder failed. Once it has left, the customer has the whole interval to answer. Returns
 * undefined when the action may be performed.
 */
export const awaitReminder = async (
  scope: Scope,
  ticketId: number,
  intervalHours: number,
): Promise<'later' | 'window' | 'ended' | undefined> => {
  const reminder = await scope.sql.one<Reminder>(sql`
    select m.ack, m.failure, m.is_deleted as "isDeleted", f.unsent_at as "unsentAt" from kanban.follow_up f
      join tickets.public_message m on m.company_id = f.company_id and m.id = f.message_id where f.ticket_id = ${ticketId}`);
  if (!reminder) return undefined;
  const { ack, failure, isDeleted, unsentAt } = reminder;
  const now = new Date();
  // A message that its connection could not take is sent when that is connected again.
  const waits = ack === 0 && !isDeleted && (failure === null || failure === 'disconnected');
  if (!waits && (failure !== null || ack === 0)) return endUnsent(scope, ticketId, failure);
  if (waits) {
    await put(scope, ticketId, new Date(now.getTime() + lookAgainMs), now);
    return 'later';
  }
  const answerBy = new Date((unsentAt?.getTime() ?? 0) + intervalHours * hourMs);
  if (answerBy <= now) return undefined;
  await put(scope, ticketId, answerBy, null);
  return 'later';
};
