import { conflict, notFound, sql, withTimeout, type Contribution, type Scope, type Sql } from '@balcao/sdk/server';
import {
  ticketAutomation,
  type HeldTicket,
  type MessageView,
  type Presence,
  type TicketAutomation,
  type TicketView,
} from '../../contract.ts';
import { maskedLive } from '../reader.ts';
import { publishTicket, publishTickets } from '../live/publish-ticket.ts';
import { messageById } from '../message/read-messages.ts';
import { notifyPeople } from '../notices/waiting-job.ts';
import { ticketView } from '../ticket/find-ticket.ts';
import { log } from '../ticket/record.ts';
import type { RoutingState } from './routing-state.ts';

const publishTicketState = async (scope: Scope, ticketId: number): Promise<void> => {
  const view = await ticketView(scope, ticketId, 'live');
  if (view) await publishTicket(scope, view, { queueId: view.queueId, userId: view.userId });
};

const byId = (scope: Scope, id: string): Contribution<TicketAutomation> | undefined =>
  scope.contributions(ticketAutomation).find(({ item }) => item.id === id);

/** Ends automatic service. Returns true when it was on. */
export const endAutomation = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const isEnded = await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ status: string }>(
      sql`update tickets.ticket set automatic_by = null, routing = 'done'
           where id = ${ticketId} and automatic_by is not null returning status`,
    );
    if (row?.status === 'pending') await notifyPeople(inner, ticketId);
    return row !== undefined;
  });
  if (isEnded) await publishTicketState(scope, ticketId);
  return isEnded;
};

/** Implements `Tickets.endAutomaticService`. */
export const endAutomations = async (scope: Scope, ticketIds: readonly number[]): Promise<void> => {
  if (ticketIds.length === 0) return;
  const ended = await scope.tx(async (inner) => {
    const rows = await inner.sql.rows<{ id: number; status: string }>(
      sql`update tickets.ticket set automatic_by = null, routing = 'done'
           where id = any(${[...ticketIds]}::int[]) and automatic_by is not null returning id, status`,
    );
    for (const { id, status } of rows) if (status === 'pending') await notifyPeople(inner, id);
    return rows.map(({ id }) => id);
  });
  const views = await scope.sql.rows<{ view: TicketView }>(
    sql`select tickets.ticket_view(t, ${maskedLive(scope)}) as view from tickets.ticket t where t.id = any(${ended}::int[])`,
  );
  await publishTickets(
    scope,
    views.map(({ view }) => view),
  );
};

/** Restarts the menu with the customer's next message. */
const restartMenu = async (scope: Scope, ticketId: number): Promise<void> => {
  await scope.sql.run(sql`update tickets.ticket set automatic_by = null, routing = 'menu' where id = ${ticketId}`);
  await scope.sql.run(
    sql`update tickets.automatic set menu_message_id = null, menu_shown = 0, redirect_at = null where ticket_id = ${ticketId}`,
  );
};

/** Handles an automation whose plugin is off: without a queue the menu is shown again. */
export const abandon = async (scope: Scope, { ticketId, status, queueId }: RoutingState): Promise<'menu' | 'done'> => {
  if (status !== 'pending' || queueId !== null) {
    await endAutomation(scope, ticketId);
    return 'done';
  }
  await scope.tx((inner) => restartMenu(inner, ticketId));
  await publishTicketState(scope, ticketId);
  return 'menu';
};

/**
 * True while the ticket is as it was when it was offered: a person may have accepted it, or it may have moved to
 * another queue.
 */
const isUnchanged = ({ status, userId, queueId }: TicketView): Sql =>
  sql`status = ${status} and user_id is not distinct from ${userId}::int and queue_id is not distinct from ${queueId}::int`;

const claim = async (scope: Scope, ticketId: number, id: string, offered?: TicketView): Promise<boolean> => {
  const isClaimed = await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ queueId: number | null }>(
      sql`update tickets.ticket set automatic_by = ${id}, routing = 'done'
           where id = ${ticketId} and status <> 'closed' and automatic_by is distinct from ${id}
             and ${offered ? isUnchanged(offered) : sql`true`} returning queue_id as "queueId"`,
    );
    if (row) await log(inner, ticketId, 'chatBot', null, row.queueId);
    return row !== undefined;
  });
  if (isClaimed) await publishTicketState(scope, ticketId);
  return isClaimed;
};

/**
 * Shorter than the time the outbox gives a handler: an automation that never returns would be called again and again.
 */
const answerLimitMs = 45_000;

/**
 * Passes the customer's message to the automation that has the conversation. An automation that fails is ended, and the
 * conversation waits for a person. Returns false when the automation no longer exists.
 */
export const handOver = async (
  scope: Scope,
  ticketId: number,
  messageId: number,
  id: string,
  limitMs = answerLimitMs,
): Promise<boolean> => {
  const found = byId(scope, id);
  if (!found) return false;
  const [ticket, message] = [await ticketView(scope, ticketId, 'reader'), await messageById(scope, messageId, false)];
  if (!ticket || !message) return true;
  try {
    await withTimeout(
      found.item.received(ticket, message, found.scope),
      limitMs,
      () => new Error(`the automation did not return within ${limitMs / 1000} s`),
    );
  } catch (err) {
    // The node is stopping: another node passes the message again.
    if (scope.signal.aborted) throw err;
    scope.log.error({ err, ticket: ticketId, automation: id }, 'an automation failed and was ended');
    await endAutomation(scope, ticketId);
  }
  return true;
};

/** Passes on that the customer types, to the automation that has the conversation. Failures are only logged. */
export const passTyping = async (scope: Scope, ticketId: number, state: Presence, id: string): Promise<void> => {
  const found = byId(scope, id);
  if (!found?.item.typing) return;
  await found
    .run((item, own) => item.typing?.(ticketId, state, own))
    .catch((err: unknown) => scope.log.info({ err, ticket: ticketId, automation: id }, 'passing on typing failed'));
};

const wantsTicket = async (
  { item, scope: own }: Contribution<TicketAutomation>,
  ticket: TicketView,
  message: MessageView | undefined,
  scope: Scope,
) => {
  try {
    return await item.claims(ticket, message, own);
  } catch (err) {
    scope.log.error({ err, ticket: ticket.id, automation: item.id }, 'an automation failed to answer an offer');
    return false;
  }
};

interface Offer {
  /** The customer's message that led here. */
  messageId?: number;
  /**
   * Called when no automation claims the conversation. If the node dies before it returns, the message is handled
   * again.
   */
  unwanted?(): Promise<void>;
}

/** Offers a waiting conversation to the automations; returns the id of the first that claims it. */
export const offer = async (
  scope: Scope,
  ticketId: number,
  { messageId, unwanted }: Offer = {},
): Promise<string | undefined> => {
  const candidates = scope.contributions(ticketAutomation);
  let asOffered = sql`true`;
  if (candidates.length > 0) {
    const ticket = await ticketView(scope, ticketId, 'reader');
    if (!ticket || ticket.status === 'closed') return undefined;
    const message = messageId === undefined ? undefined : await messageById(scope, messageId, false);
    for (const candidate of candidates) {
      if (
        (await wantsTicket(candidate, ticket, message, scope)) &&
        (await claim(scope, ticketId, candidate.item.id, ticket))
      )
        return candidate.item.id;
    }
    asOffered = isUnchanged(ticket);
  }
  await unwanted?.();
  // No automation wants it in its present queue, so it is not offered again.
  await scope.sql.run(
    sql`update tickets.ticket set routing = 'done' where id = ${ticketId} and routing = 'new' and ${asOffered}`,
  );
  return undefined;
};

/**
 * Locks the ticket until the transaction ends, so that nobody accepts it in between. ERR_NOT_AUTOMATIC (409) unless
 * this automation has the conversation.
 */
export const assertHas = async (scope: Scope, ticketId: number, id: string): Promise<void> => {
  const row = await scope.sql.one<{ by: string | null }>(
    sql`select automatic_by as by from tickets.ticket where id = ${ticketId} for update`,
  );
  if (row?.by !== id) throw conflict('ERR_NOT_AUTOMATIC');
};

interface HeldRow {
  id: number;
  channel: string;
  connectionId: number | null;
  queueId: number | null;
  userId: number | null;
  createdAt: Date;
  contactId: number;
  name: string;
  number: string;
  email: string;
}

/** Implements `Tickets.holdAll`. In the order of the ids, so that two callers do not wait for each other. */
export const holdAll = async (
  scope: Scope,
  ticketIds: readonly number[],
  automation: string,
  skipsLocked: boolean,
): Promise<HeldTicket[]> => {
  const rows = await scope.sql.rows<HeldRow & Record<string, unknown>>(
    sql`select t.id, t.channel, t.whatsapp_id as "connectionId", t.queue_id as "queueId", t.user_id as "userId",
               t.created_at as "createdAt",
               c.id as "contactId", c.name, c.number, c.email
          from tickets.ticket t join contacts.public_contact c on c.id = t.contact_id
         where t.id = any(${[...ticketIds]}::int[]) and t.automatic_by = ${automation}
         order by t.id for update of t ${skipsLocked ? sql`skip locked` : sql.empty}`,
  );
  return rows.map(({ contactId, name, number, email, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    contact: { id: contactId, name, number, email },
  }));
};

/** Implements `Tickets.setAutomaticService`. */
export const setAutomaticService = async (
  scope: Scope,
  ticketId: number,
  on: boolean,
  by: string | undefined,
): Promise<boolean> => {
  const ticket = await scope.sql.one<{ status: string; queueId: number | null; automaticBy: string | null }>(
    sql`select status, queue_id as "queueId", automatic_by as "automaticBy" from tickets.ticket where id = ${ticketId}`,
  );
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND');
  if (!on) {
    await endAutomation(scope, ticketId);
    return false;
  }
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  if (by !== undefined) {
    if (!byId(scope, by)) throw notFound('ERR_NO_AUTOMATION_FOUND');
    await claim(scope, ticketId, by);
    return true;
  }
  if (ticket.automaticBy !== null || (await offer(scope, ticketId)) !== undefined) return true;
  if (ticket.status !== 'pending' || ticket.queueId !== null) return false;
  await scope.tx((inner) => restartMenu(inner, ticketId));
  return false;
};
