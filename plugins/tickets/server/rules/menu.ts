import { sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection, type OutboundMenu } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { ticketAutomation } from '../../contract.ts';
import type { TicketAssignment } from '../live/publish-ticket.ts';
import { callPeople } from '../notices/waiting-job.ts';
import { log } from '../ticket/record.ts';
import { choiceOf, menuText, optionId, type Choice } from './menu-text.ts';
import { place, tellMoved } from './route.ts';
import { sendAutomatic } from './send-automatic.ts';
import type { RoutingState } from './routing-state.ts';

interface Menu {
  queueId: number | null;
  queueIds: number[] | null;
  messageId: number | null;
  shown: number | null;
  /** The customer saw it as often as allowed, but long enough ago. */
  isRested: boolean | null;
}

/** Locks the conversation. Undefined: there is nothing to ask, because somebody or something has it already. */
const openMenu = (scope: Scope, ticketId: number): Promise<Menu | undefined> =>
  scope.sql.one<Menu>(sql`
    select t.queue_id as "queueId", a.menu_queue_ids as "queueIds", a.menu_message_id as "messageId",
           a.menu_shown as shown,
           w.time_use_bot_queues > 0 and a.menu_shown_at <= now() - make_interval(mins => w.time_use_bot_queues) as "isRested"
      from tickets.ticket t
      left join tickets.automatic a on a.company_id = t.company_id and a.ticket_id = t.id
      left join connections.public_connection w on w.company_id = t.company_id and w.id = t.whatsapp_id
     where t.id = ${ticketId} and t.status = 'pending' and t.routing = 'menu' and (t.automatic_by is null or t.automatic_by = 'menu')
       for update of t`);

/** The choices in the order of these ids; a queue that is gone leaves its number empty-handed. */
const choicesOf = async (scope: Scope, ids: readonly number[]): Promise<Choice[]> => {
  const all = await scope.use(queues).list();
  return ids.map((id) => all.find((queue) => queue.id === id) ?? { id: 0, name: '' });
};

/** The same to tap, where the channel can: the numbers stay for those that cannot. */
const offerToTap = async (
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
  // Before the words, so that the row that is told with them already says that it goes by itself.
  await scope.sql.run(sql`update tickets.ticket set automatic_by = 'menu' where id = ${ticketId}`);
  const media = connection.greetingMediaAttachment;
  if (isFirst && media) await sendAutomatic(scope, ticketId, `greeting-media:${messageId}`, '', media);
  const said = await sendAutomatic(scope, ticketId, `menu:${messageId}`, menuText(connection.greetingMessage, choices));
  if (!said) {
    await scope.sql.run(sql`update tickets.ticket set automatic_by = null where id = ${ticketId}`);
    return;
  }
  await offerToTap(scope, said.id, connection.greetingMessage, choices);
  if (isFirst) await log(scope, ticketId, 'chatBot', null, null);
  const redirects = isFirst && connection.timeSendQueue > 0 && connection.sendIdQueue !== null;
  await scope.sql.run(
    sql`update tickets.automatic a
           set menu_queue_ids = ${choices.map(({ id }) => id)}::int[], menu_message_id = ${said.id}, menu_shown_at = now(),
               menu_shown = ${menu.isRested ? 1 : sql`a.menu_shown + 1`},
               redirect_at = ${redirects ? sql`now() + make_interval(mins => ${connection.timeSendQueue})` : sql`a.redirect_at`}
         where a.ticket_id = ${ticketId}`,
  );
};

/** It was shown often enough, or a person talks with the customer: the menu is over, though a choice that comes later still counts. */
const giveUp = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const given = await scope.sql.one<{ isSentOn: boolean }>(
    sql`update tickets.ticket t set automatic_by = null where t.id = ${ticketId} and t.automatic_by = 'menu'
     returning exists (select 1 from tickets.automatic a
                        where a.company_id = t.company_id and a.ticket_id = t.id and a.redirect_at is not null) as "isSentOn"`,
  );
  // Where it goes to a department in a while, the people there are called then.
  if (given && !given.isSentOn) await callPeople(scope, ticketId);
  return given !== undefined;
};

/** A person of the company wrote, here or on another device: nobody is asked where to go in the middle of a talk. */
const isTalk = async (scope: Scope, ticketId: number): Promise<boolean> => {
  const found = await scope.sql.one(
    sql`select 1 from tickets.message m where m.ticket_id = ${ticketId} and m.from_me and not m.only_internal
           and (m.user_id is not null or m.queued_at is null) and not m.is_imported
           and m.sent_at > coalesce((select max(l.created_at) from tickets.log l where l.ticket_id = m.ticket_id and l.type = 'reopen'),
                 '-infinity') limit 1`,
  );
  return found !== undefined;
};

/** Where it stood before; `entered`: it is in a queue now. */
type Outcome = { before: TicketAssignment; entered: boolean } | undefined;

const settle = async (scope: Scope, ticketId: number, queueId: number): Promise<Outcome> => {
  // Left open only for who could take it: otherwise every later message would ask again.
  const asksOn = scope.items(ticketAutomation).length > 0;
  return { before: await place(scope, ticketId, { queueId }, 'queue', asksOn), entered: true };
};

const begin = async (scope: Scope, standing: RoutingState, connection: Connection, menu: Menu): Promise<Outcome> => {
  const { ticketId } = standing;
  const { queueIds, maxUseBotQueues, keyWordQueueId } = connection;
  const applies = queueIds.length > 1 && maxUseBotQueues > 0;
  if (applies && !(await isTalk(scope, ticketId))) {
    await show(scope, standing, connection, menu);
    return undefined;
  }
  const [only] = queueIds;
  const entry = queueIds.length === 1 && only !== undefined ? only : keyWordQueueId;
  if (entry !== null) return settle(scope, ticketId, entry);
  await scope.sql.run(sql`update tickets.ticket set routing = 'done' where id = ${ticketId}`);
  return undefined;
};

const answer = async (scope: Scope, standing: RoutingState, connection: Connection, menu: Menu): Promise<Outcome> => {
  const { ticketId, messageId, body, choice } = standing;
  // Written before the menu was there: no answer to it.
  if (menu.messageId !== null && messageId < menu.messageId) return undefined;
  const chosen = choiceOf(body, await choicesOf(scope, menu.queueIds ?? []), choice);
  if (chosen && chosen.id !== 0) return settle(scope, ticketId, chosen.id);
  const mayRepeat = (menu.shown ?? 0) < connection.maxUseBotQueues || menu.isRested;
  if (mayRepeat && !(await isTalk(scope, ticketId))) {
    await show(scope, standing, connection, menu);
    return undefined;
  }
  if (await giveUp(scope, ticketId)) return { before: { queueId: menu.queueId, userId: null }, entered: false };
  return undefined;
};

/** Asks a new customer with which department to speak, and follows the answer. True: it went into a queue. */
export const runMenu = async (scope: Scope, standing: RoutingState): Promise<boolean> => {
  const { ticketId, whatsappId } = standing;
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  if (!connection) return false;
  const outcome = await scope.tx(async (inner) => {
    const menu = await openMenu(inner, ticketId);
    if (!menu) return undefined;
    return menu.messageId === null
      ? begin(inner, standing, connection, menu)
      : answer(inner, standing, connection, menu);
  });
  if (!outcome) return false;
  await tellMoved(scope, ticketId, outcome.before);
  return outcome.entered;
};
