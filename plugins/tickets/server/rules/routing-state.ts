import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';

/** A customer's message, and the current state of its conversation. */
export interface RoutingState {
  ticketId: number;
  messageId: number;
  body: string;
  /** The id of the option that was tapped; null: it was written. */
  choice: string | null;
  status: TicketStatus;
  routing: 'new' | 'menu' | 'done';
  /** The menu was shown. */
  isMenuShown: boolean;
  automaticBy: string | null;
  queueId: number | null;
  whatsappId: number | null;
  isGroup: boolean;
  /** Arrived late, as history does: no answer is expected. */
  isOld: boolean;
  /** A comment under a post: people answer it. */
  isPublic: boolean;
  now: Date;
}

export const routingStateOf = (scope: Scope, ticketId: number, messageId: number): Promise<RoutingState | undefined> =>
  scope.sql.one<RoutingState>(sql`
    select t.id as "ticketId", m.id as "messageId", m.body, m.choice, t.status, t.routing, t.automatic_by as "automaticBy",
           a.menu_message_id is not null as "isMenuShown",
           t.queue_id as "queueId", t.whatsapp_id as "whatsappId", t.is_group as "isGroup",
           m.from_me or m.is_deleted or m.sent_at < now() - interval '1 day' as "isOld",
           m.context ->> 'isPublic' is not null as "isPublic", now() as now
      from tickets.message m
      join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
      left join tickets.automatic a on a.company_id = t.company_id and a.ticket_id = t.id
     where m.id = ${messageId} and m.ticket_id = ${ticketId}`);
