import { sql, type Scope } from '@balcao/sdk/server';
import { ticketChanged, type TicketStatus } from '../../contract.ts';

export type LogType =
  | 'create'
  | 'queue'
  | 'open'
  | 'access'
  | 'transfered'
  | 'receivedTransfer'
  | 'pending'
  | 'closed'
  | 'reopen'
  | 'chatBot'
  | 'redirect';

/** The reason of a step that a rule made. */
export const logWhys = ['customer', 'choice', 'noChoice', 'connection', 'silence', 'attendantGone'] as const;
export type LogWhy = (typeof logWhys)[number];

export const log = async (
  scope: Scope,
  ticketId: number,
  type: LogType,
  userId: number | null,
  queueId: number | null,
  why?: LogWhy,
): Promise<void> => {
  await scope.sql.run(
    sql`insert into tickets.log (ticket_id, type, user_id, queue_id, why)
        values (${ticketId}, ${type}, ${userId}, ${queueId}, ${why ?? null}::text)`,
  );
};

export interface Changed {
  id: number;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
}
type Action = 'create' | 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'delete';

export const emitChange = (scope: Scope, action: Action, { id, status, userId, queueId }: Changed): Promise<void> =>
  scope.emit(ticketChanged, `ticket:${id}`, {
    ticketId: id,
    action,
    status,
    userId,
    queueId,
    by: scope.user?.id ?? null,
    at: new Date().toISOString(),
  });
