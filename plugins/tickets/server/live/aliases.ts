import {
  AppError,
  invalid,
  sql,
  z,
  type AliasMessage,
  type RoomAlias,
  type RoomMessage,
  type Scope,
} from '@balcao/sdk/server';
import type { MessageView, TicketRowView, TicketView } from '../../contract.ts';
import { withExtras } from '../list/ticket-list.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { ticketById, ticketView } from '../ticket/find-ticket.ts';
import type { ListRoom } from './publish-ticket.ts';

const id = z.coerce.number().int().min(0).max(2_147_483_647);

/** What a client sends with `joinTicketList` and `joinMessageNotification`. */
const wantedLists = z.object({
  companyId: id.optional(),
  queueId: id.nullish(),
  queueIds: z.array(id).max(500).optional(),
  userId: id.optional(),
  showAll: z.union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')]).optional(),
});

/** One's own conversations, those of one's departments, and those of none. */
const ownLists = async (scope: SignedIn): Promise<ListRoom[]> => {
  const { id: userId } = readerOf(scope);
  const queues = await scope.sql.rows<{ queueId: number }>(
    sql`select queue_id as "queueId" from queues.public_member where user_id = ${userId}`,
  );
  return [{ userId }, { queueId: 0 }, ...queues];
};

/** A status, as in `'open'`, says nothing of whose conversations are meant: they are one's own. */
const listsOf = async (sent: unknown, scope: SignedIn): Promise<readonly ListRoom[]> => {
  if (typeof sent !== 'object' || sent === null) return ownLists(scope);
  const wanted = wantedLists.safeParse(sent);
  if (!wanted.success) throw invalid({});
  const { companyId = scope.company.id, queueId, queueIds, userId, showAll } = wanted.data;
  if (companyId !== scope.company.id) throw new AppError(403, 'ERR_NO_PERMISSION');
  if (showAll) return [{ all: true }];
  const queues = [...(queueIds ?? []), ...(queueId === undefined ? [] : [queueId ?? 0])];
  if (queues.length === 0 && userId === undefined) return ownLists(scope);
  return [...queues.map((of) => ({ queueId: of })), ...(userId === undefined ? [] : [{ userId }])];
};

/** A conversation by its uuid, by its number, or by an object that holds either. */
const conversation = z.union([
  z.uuid(),
  id,
  z.object({ uuid: z.uuid() }).transform(({ uuid }) => uuid),
  z.object({ ticketUuid: z.uuid() }).transform(({ ticketUuid }) => ticketUuid),
  z.object({ ticketId: z.union([z.uuid(), id]) }).transform(({ ticketId }) => ticketId),
  z.object({ id }).transform(({ id: of }) => of),
]);

/** Its uuid; of a conversation by number only whether it may be read decides, as for one that is not there. */
export const conversationIn = async (sent: unknown, scope: Scope): Promise<{ uuid: string }> => {
  const meant = conversation.safeParse(sent);
  if (!meant.success) throw invalid({});
  return { uuid: typeof meant.data === 'string' ? meant.data : (await ticketById(scope, meant.data)).uuid };
};

const updateTicket = (action: string, ticketId: number, ticket?: TicketView): AliasMessage[] => [
  { event: 'update-ticket', data: { action, ticketId, ...(ticket && { ticket }) } },
];

const shownLive = async (scope: Scope, ticketId: number): Promise<TicketView | undefined> => {
  const view = await ticketView(scope, ticketId, 'live');
  return (await withExtras(scope, view ? [view] : []))[0];
};

const isWhole = (ticket: TicketRowView): ticket is TicketView => 'extra' in ticket;

/** The rows of a list, as they change. The specified message has the whole row. */
export const listAlias: RoomAlias<ListRoom> = {
  names: ['joinTicketList', 'joinMessageNotification'],
  rooms: listsOf,
  async translate({ event, data }, scope) {
    const { ticket, ticketId, state } = data as { ticket?: TicketRowView; ticketId?: number; state?: string };
    if (event === 'update' && ticket) {
      const whole = isWhole(ticket) ? ticket : await shownLive(scope, ticket.id);
      return whole ? updateTicket('update', whole.id, whole) : [];
    }
    if ((event === 'delete' || event === 'updateUnread') && ticketId) return updateTicket(event, ticketId);
    if (event === 'presence') return [{ event: 'update-presence', data: { ticketId, presence: state } }];
    return [];
  },
};

interface Said {
  action: 'create' | 'update' | 'error';
  message: MessageView;
  error?: string;
}

/** What is said anywhere in a list: for notices, whichever conversation is open. */
export const messagesAlias: RoomAlias<ListRoom> = {
  names: ['joinMessageNotification'],
  rooms: listsOf,
  async translate({ event, data }: RoomMessage<unknown>, scope) {
    if (event !== 'message') return [];
    const { action, message, error } = data as Said;
    const ticket = await shownLive(scope, message.ticketId);
    const { ticketId } = message;
    const told = { action, ticketId, message, ticket, contact: ticket?.contact, ...(error && { error }) };
    return [{ event: action === 'create' ? 'new-message' : 'update-message', data: told }];
  },
};

/** A customer wrote: the row of the list counts one more. */
export const unreadAlias: RoomAlias<ListRoom> = {
  names: ['joinTicketList'],
  rooms: listsOf,
  async translate({ event, data }: RoomMessage<unknown>, scope) {
    if (event !== 'message') return [];
    const { action, message } = data as Said;
    if (action !== 'create' || message.fromMe || message.onlyInternal) return [];
    const ticket = await shownLive(scope, message.ticketId);
    return ticket ? updateTicket('updateUnreadMessage', ticket.id, ticket) : [];
  },
};

/** One conversation. */
export const ticketAlias: RoomAlias<{ uuid: string }> = {
  names: ['joinTicketMessage'],
  rooms: async (sent, scope) => [await conversationIn(sent, scope)],
  translate({ event, data, params: { uuid } }) {
    if (event === 'message') return [{ event, data: { uuid, ...(data as Said) } }];
    const { ticket, ticketId = 0, state } = data as { ticket?: TicketView; ticketId?: number; state?: string };
    if (event === 'presence') return [{ event, data: { uuid, presence: state } }];
    if (event === 'ticket' && ticket) return updateTicket('update', ticket.id, ticket);
    if (event === 'deleted') return updateTicket('delete', ticketId);
    if (event === 'updateUnread') return updateTicket('updateUnread', ticketId);
    return [];
  },
};

const presence = z.object({
  presence: z.string().optional(),
  state: z.string().optional(),
  status: z.string().optional(),
});

/** `sendPresence` of a conversation: somebody types or records. Without a conversation it says that one is there. */
export const typingSent = async (
  sent: unknown,
  scope: Scope,
): Promise<{ params: { uuid: string }; event: string; data: unknown } | undefined> => {
  if (!conversation.safeParse(sent).success || typeof sent !== 'object') return undefined;
  const { presence: said, state, status } = presence.parse(sent);
  const known = said ?? state ?? status;
  const typing = known === 'composing' || known === 'recording' ? known : 'paused';
  return { params: await conversationIn(sent, scope), event: 'typing', data: { state: typing } };
};
