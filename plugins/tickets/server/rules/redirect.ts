import { sql, type Scope } from '@balcao/sdk/server';
import { ticketAutomation } from '../../contract.ts';
import type { TicketAssignment } from '../live/publish-ticket.ts';
import { enterQueue } from './follow-rules.ts';
import { moveTicket, publishMoved } from './route.ts';

const batch = 100;

const isOverdue = sql`redirect_at <= now()`;

/** Selects conversations whose menu is overdue, longest first. */
export const undecided = sql`
  select ticket_id as id from tickets.automatic where ${isOverdue} order by redirect_at limit ${batch}`;

/** Selects the companies of such conversations, from the few that wait for a choice. */
export const companiesWithUndecided = sql`select company_id from tickets.automatic where ${isOverdue}`;

/**
 * Redirects one conversation; only one node does it. Returns the assignment before; undefined when the customer has
 * chosen or another node was faster.
 */
const redirect = (scope: Scope, ticketId: number): Promise<TicketAssignment | undefined> =>
  scope.tx(async (inner) => {
    // The ticket is locked first, as everywhere that both are locked.
    const ticket = await inner.sql.one<{ isUndecided: boolean; queueId: number | null }>(
      sql`select t.status = 'pending' and t.routing = 'menu' as "isUndecided", w.send_id_queue as "queueId"
            from tickets.ticket t left join connections.public_connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
           where t.id = ${ticketId} for update of t skip locked`,
    );
    if (!ticket) return undefined;
    const isDue = await inner.sql.run(
      sql`update tickets.automatic set redirect_at = null where ticket_id = ${ticketId} and ${isOverdue}`,
    );
    if (isDue === 0 || !ticket.isUndecided || ticket.queueId === null) return undefined;
    const offersAgain = inner.items(ticketAutomation).length > 0;
    return moveTicket(inner, ticketId, { queueId: ticket.queueId }, 'redirect', offersAgain, 'noChoice');
  });

const lastInboundId = async (scope: Scope, ticketId: number): Promise<number | undefined> =>
  (
    await scope.sql.one<{ id: number }>(
      sql`select id from tickets.message where ticket_id = ${ticketId} and not from_me order by sent_at desc, id desc limit 1`,
    )
  )?.id;

/** Moves conversations without a choice in time to the queue that the connection names. */
export const redirectUndecided = async (scope: Scope): Promise<void> => {
  for (;;) {
    const due = await scope.sql.rows<{ id: number }>(undecided);
    for (const { id } of due) {
      scope.signal.throwIfAborted();
      const before = await redirect(scope, id);
      if (!before) continue;
      await publishMoved(scope, id, before);
      const messageId = await lastInboundId(scope, id);
      if (messageId !== undefined) await enterQueue(scope, id, messageId);
    }
    if (due.length < batch) return;
  }
};
