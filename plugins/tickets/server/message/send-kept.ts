import { conflict, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import type { OutboundMenu } from '@balcao/connections/contract';
import type { MessageView, OutgoingMessage } from '../../contract.ts';
import type { SignedIn } from '../reader.ts';
import { assertHas } from '../rules/automation.ts';
import { menuText } from '../rules/menu-text.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import { enqueue, isKnownMessage, type Outgoing } from './enqueue.ts';
import { wordsOf } from './listed.ts';
import { readData } from './message-data.ts';
import { mediaTypeOf, sentBefore } from './say.ts';

const mostOptions = 100;
const longestId = 200;

/** What is tapped comes back by its id, and two options of one id could not be told apart. */
const readMenu = (menu: OutboundMenu | undefined): OutboundMenu | undefined => {
  if (!menu) return undefined;
  const ids = new Set(menu.options.map(({ id }) => id));
  const isSound =
    ids.size === menu.options.length &&
    ids.size > 0 &&
    ids.size <= mostOptions &&
    menu.options.every(({ id, title }) => id !== '' && id.length <= longestId && title.trim() !== '');
  if (!isSound) throw invalid({ menu: 'ERR_INVALID_VALUE' });
  return { text: menu.text, options: menu.options.map(({ id, title }) => ({ id, title })) };
};

/** For channels that show no choices, and for people who read along: the same by numbers. */
const menuWords = ({ text, options }: OutboundMenu): string =>
  menuText(
    text,
    options.map(({ title }, index) => ({ id: index, name: title })),
  );

const authorOf = async (scope: Scope, by: number | null | undefined): Promise<number | null> => {
  if (by === undefined) return scope.user?.id ?? null;
  if (by === null) return null;
  const known = await scope.sql.one(sql`select 1 from kernel."user" where id = ${by}`);
  if (!known) throw notFound('ERR_NO_USER_FOUND');
  return by;
};

/** For other plugins: see `Tickets.send`. A repeat of the same clientId answers what is there. */
export const sendKept = async (scope: Scope, ticketId: number, message: OutgoingMessage): Promise<MessageView> => {
  const { file, clientId, outsideWindow = false, quotedId, bulk = false, while: automation } = message;
  const [menu, data] = [readMenu(message.menu), readData(message.data)];
  const words = menu ? menuWords(menu) : data ? wordsOf(data) : '';
  const body = message.body.trim() === '' ? words : message.body;
  if (body.trim() === '' && !file) throw invalid({ body: 'Required' });
  const ticket = await ticketById(scope, ticketId);
  if (scope.user) assertMayOpen(scope as SignedIn, ticket);
  const known = async (): Promise<MessageView | undefined> =>
    clientId === undefined ? undefined : (await sentBefore(scope, ticketId, clientId))[0];
  const before = await known();
  if (before) return before;
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  if (!outsideWindow) await assertWindowOpen(scope, ticket);
  const userId = await authorOf(scope, message.by);
  const media = file && { ...file, type: mediaTypeOf(file.mime) };
  const outgoing: Outgoing = {
    ticketId,
    userId,
    body,
    media,
    clientId,
    quotedId,
    ...(menu && { menu }),
    ...(data && { data }),
    ...(bulk !== false && { bulk: bulk === 'fast' ? 'fast' : 'paced' }),
  };
  try {
    if (!menu && !data && bulk === false && automation === undefined) return await enqueue(scope, outgoing);
    return await scope.tx(async (inner) => {
      if (automation !== undefined) await assertHas(inner, ticketId, automation);
      return enqueue(inner, outgoing);
    });
  } catch (error) {
    const sent = isKnownMessage(error) ? await known() : undefined;
    if (sent) return sent;
    throw error;
  }
};
