import { sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection, type OutboundMenu } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { ticketAutomation } from '../../contract.ts';
import type { TicketAssignment } from '../live/publish-ticket.ts';
import { notifyPeople } from '../notices/waiting-job.ts';
import { log } from '../ticket/record.ts';
import { choiceOf, menuText, optionId, type Choice } from './menu-text.ts';
import { moveTicket, publishMoved } from './route.ts';
import { sendAutomatic } from './send-automatic.ts';
import type { RoutingState } from './routing-state.ts';

interface Menu {
  queueId: number | null;
  queueIds: number[] | null;
  messageId: number | null;
  shown: number | null;
  /** The menu was shown as often as allowed, but long enough ago to start again. */
  mayStartAgain: boolean | null;
}

/**
 * Locks the conversation and returns its menu. Undefined: no menu is due, because a person or an automation has the
 * conversation.
 */
const openMenu = (scope: Scope, ticketId: number): Promise<Menu | undefined> =>
  scope.sql.one<Menu>(sql`
    select t.queue_id as "queueId", a.menu_queue_ids as "queueIds", a.menu_message_id as "messageId",
           a.menu_shown as shown,
           w.time_use_bot_queues > 0 and a.menu_shown_at <= now() - make_interval(mins => w.time_use_bot_queues) as "mayStartAgain"
      from tickets.ticket t
      left join tickets.automatic a on a.company_id = t.company_id and a.ticket_id = t.id
      left join connections.public_connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
     where t.id = ${ticketId} and t.status = 'pending' and t.routing = 'menu' and (t.automatic_by is null or t.automatic_by = 'menu')
       for update of t`);

/** Returns the choices in the order of these ids; a deleted queue leaves its number empty. */
const choicesOf = async (scope: Scope, ids: readonly number[]): Promise<Choice[]> => {
  const all = await scope.use(queues).list();
  return ids.map((id) => all.find((queue) => queue.id === id) ?? { id: 0, name: '' });
};

/** Adds the same options to tap, where the channel supports them; the numbers stay for channels that do not. */
const addOptions = async (
  scope: Scope,
  messageId: number,
  greeting: string,
  choices: readonly Choice[],
): Promise<void> => {
  if (scope.settings.get('chatBotType') === 'text') return;
  const options = choices.map((choice) => ({ id: optionId(choice), title: choice.name }));
  const menu: OutboundMenu = { text: greeting.trim() || options.map(({ title }) => title).join(', '), options };
  await scope.sql.run(sql`update tickets.message set menu = ${JSON.stringify(menu)}::jsonb where id = ${messageId}`);
};

const show = async (
  scope: Scope,
  { ticketId, messageId }: RoutingState,
  connection: Connection,
  menu: Menu,
): Promise<void> => {
  const choices = (await choicesOf(scope, connection.queueIds)).filter(({ id }) => id !== 0);
  const isFirst = menu.messageId === null;
  // Before the message, so that the row published with it is already marked as automatic.
  await scope.sql.run(sql`update tickets.ticket set automatic_by = 'menu' where id = ${ticketId}`);
  const media = connection.greetingMediaAttachment;
  if (isFirst && media) await sendAutomatic(scope, ticketId, `greeting-media:${messageId}`, '', media);
  const sent = await sendAutomatic(scope, ticketId, `menu:${messageId}`, menuText(connection.greetingMessage, choices));
  if (!sent) {
    await scope.sql.run(sql`update tickets.ticket set automatic_by = null where id = ${ticketId}`);
    return;
  }
  await addOptions(scope, sent.id, connection.greetingMessage, choices);
  if (isFirst) await log(scope, ticketId, 'chatBot', null, null);
  const redirects = isFirst && connection.timeSendQueue > 0 && connection.sendIdQueue !== null;
  await scope.sql.run(
    sql`update tickets.automatic a
           set menu_queue_ids = ${choices.map(({ id }) => id)}::int[], menu_message_id = ${sent.id}, menu_shown_at = now(),
               menu_shown = ${menu.mayStartAgain ? 1 : sql`a.menu_shown + 1`},
               redirect_at = ${redirects ? sql`now() + make_interval(mins => ${connection.timeSendQueue})` : sql`a.redirect_at`}
         where a.ticket_id = ${ticketId}`,
  );
};

/**
 * Ends the menu because it was shown often enough, or because a person talks with the customer. A later choice still
 * counts.
 */
const giveUp = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const ended = await scope.sql.one<{ redirects: boolean }>(
    sql`update tickets.ticket t set automatic_by = null where t.id = ${ticketId} and t.automatic_by = 'menu'
     returning exists (select 1 from tickets.automatic a
                        where a.company_id = t.company_id and a.ticket_id = t.id and a.redirect_at is not null) as "redirects"`,
  );
  // If a redirect is due, the people of that queue are notified then.
  if (ended && !ended.redirects) await notifyPeople(scope, ticketId);
  return ended !== undefined;
};

/** True when a person of the company wrote, here or on another device: the menu must not interrupt them. */
const hasPersonWritten = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const found = await scope.sql.one(
    sql`select 1 from tickets.message m where m.ticket_id = ${ticketId} and m.from_me and not m.only_internal
           and (m.user_id is not null or m.queued_at is null) and not m.is_imported
           and m.sent_at > coalesce((select max(l.created_at) from tickets.log l where l.ticket_id = m.ticket_id and l.type = 'reopen'),
                 '-infinity') limit 1`,
  );
  return found !== undefined;
};

/** `before`: the assignment before the change; `entered`: the conversation is in a queue now. */
type Outcome = { before: TicketAssignment; entered: boolean } | undefined;

const enterQueueOf = async (
  scope: Scope,
  ticketId: number,
  queueId: number,
  why: 'choice' | 'connection',
): Promise<Outcome> => {
  // Left open only when an automation might claim it: otherwise every later message would offer it again.
  const offersAgain = scope.items(ticketAutomation).length > 0;
  return { before: await moveTicket(scope, ticketId, { queueId }, 'queue', offersAgain, why), entered: true };
};

const begin = async (scope: Scope, state: RoutingState, connection: Connection, menu: Menu): Promise<Outcome> => {
  const { ticketId } = state;
  const { queueIds, maxUseBotQueues, keyWordQueueId } = connection;
  const applies = queueIds.length > 1 && maxUseBotQueues > 0;
  if (applies && !(await hasPersonWritten(scope, ticketId))) {
    await show(scope, state, connection, menu);
    return undefined;
  }
  const [only] = queueIds;
  const entry = queueIds.length === 1 && only !== undefined ? only : keyWordQueueId;
  if (entry !== null) return enterQueueOf(scope, ticketId, entry, 'connection');
  await scope.sql.run(sql`update tickets.ticket set routing = 'done' where id = ${ticketId}`);
  return undefined;
};

const answer = async (scope: Scope, state: RoutingState, connection: Connection, menu: Menu): Promise<Outcome> => {
  const { ticketId, messageId, body, choice } = state;
  // Written before the menu was sent, so it is no answer to it.
  if (menu.messageId !== null && messageId < menu.messageId) return undefined;
  const chosen = choiceOf(body, await choicesOf(scope, menu.queueIds ?? []), choice);
  if (chosen && chosen.id !== 0) return enterQueueOf(scope, ticketId, chosen.id, 'choice');
  const mayRepeat = (menu.shown ?? 0) < connection.maxUseBotQueues || menu.mayStartAgain;
  if (mayRepeat && !(await hasPersonWritten(scope, ticketId))) {
    await show(scope, state, connection, menu);
    return undefined;
  }
  if (await giveUp(scope, ticketId)) return { before: { queueId: menu.queueId, userId: null }, entered: false };
  return undefined;
};

/**
 * Lets a conversation that a comment began wait for people, in the connection's entry queue. A menu or an automation that
 * has the conversation keeps it: a comment is no answer to it.
 */
export const waitForPeople = async (scope: Scope, { ticketId, whatsappId, queueId }: RoutingState): Promise<void> => {
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  const [only] = connection?.queueIds ?? [];
  const entry = connection?.queueIds.length === 1 ? only : connection?.keyWordQueueId;
  const before = await scope.tx(async (inner): Promise<TicketAssignment | undefined> => {
    const waits = await inner.sql.one(
      sql`select 1 from tickets.ticket
           where id = ${ticketId} and status = 'pending' and routing <> 'done' and automatic_by is null for update`,
    );
    if (!waits) return undefined;
    if (queueId === null && entry) return moveTicket(inner, ticketId, { queueId: entry }, 'queue', false, 'connection');
    await inner.sql.run(sql`update tickets.ticket set routing = 'done' where id = ${ticketId}`);
    return undefined;
  });
  if (before) await publishMoved(scope, ticketId, before);
};

/**
 * Asks a new customer to choose a queue, and follows the answer. Returns true when the conversation entered a queue.
 */
export const runMenu = async (scope: Scope, state: RoutingState): Promise<boolean> => {
  const { ticketId, whatsappId } = state;
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  if (!connection) return false;
  const outcome = await scope.tx(async (inner) => {
    const menu = await openMenu(inner, ticketId);
    if (!menu) return undefined;
    return menu.messageId === null ? begin(inner, state, connection, menu) : answer(inner, state, connection, menu);
  });
  if (!outcome) return false;
  await publishMoved(scope, ticketId, outcome.before);
  return outcome.entered;
};
