import { conflict, forbidden, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelCapabilities } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';
import { maskedLive, type SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById, type TicketRow } from '../ticket/find-ticket.ts';
import type { MessageUpdate } from './enqueue.ts';
import { deletedWords } from './listed.ts';
import { publishMessageUpdate } from './publish-message.ts';

interface Found {
  id: number;
  ticketId: number;
  userId: number | null;
  whatsappId: number | null;
  fromMe: boolean;
  isText: boolean;
  isDeleted: boolean;
  onlyInternal: boolean;
  /** The provider has assigned an id. */
  isSent: boolean;
  body: string;
  /** The company's reaction. */
  emoji: string;
}

const messageAndTicket = async (scope: SignedIn, id: number): Promise<{ message: Found; ticket: TicketRow }> => {
  const message = await scope.sql.one<Found>(
    sql`select m.id, m.ticket_id as "ticketId", m.user_id as "userId", m.whatsapp_id as "whatsappId", m.from_me as "fromMe",
               m.media_type is null and m.data is null as "isText", m.is_deleted as "isDeleted", m.only_internal as "onlyInternal",
               m.external_id is not null as "isSent", m.body, coalesce(m.reactions -> 'us' ->> 'emoji', '') as emoji
          from tickets.message m where m.id = ${id}`,
  );
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
  const ticket = await ticketById(scope, message.ticketId);
  assertMayOpen(scope, ticket);
  return { message, ticket };
};

type Ability = 'reactions' | 'edits' | 'deletes';
const missing = {
  reactions: 'ERR_CHANNEL_NO_REACTIONS',
  edits: 'ERR_CHANNEL_NO_EDITS',
  deletes: 'ERR_CHANNEL_NO_DELETES',
} as const satisfies Record<Ability, string>;

/** Returns the capabilities of a message's channel; none while it is off, or when its connection was deleted. */
const capabilitiesOf = async (scope: Scope, { whatsappId }: Found): Promise<Partial<ChannelCapabilities>> => {
  const service = scope.use(connections);
  const connection = whatsappId === null ? undefined : await service.find(whatsappId);
  return (connection && service.adapter(connection)?.capabilities) ?? {};
};
const assertAble = async (scope: Scope, message: Found, ability: Ability): Promise<void> => {
  if (!(await capabilitiesOf(scope, message))[ability]) throw conflict(missing[ability]);
};

type Change = { kind: 'reaction' | 'edit'; value: string } | { kind: 'delete' };

const change = async (scope: SignedIn, id: number, to: Change): Promise<MessageView> => {
  const update = await scope.sql.one<MessageUpdate>(
    sql`select * from tickets.change_own(${id}::bigint, ${to.kind}, ${'value' in to ? to.value : ''}, ${scope.user.name},
          ${deletedWords(scope)}, ${maskedLive(scope)})`,
  );
  if (!update) throw notFound('ERR_NO_MESSAGE_FOUND');
  await publishMessageUpdate(scope, update, 'update');
  return update.message;
};

const unchanged = async (scope: SignedIn, id: number): Promise<MessageView> => {
  const row = await scope.sql.one<{ message: MessageView }>(
    sql`select tickets.message_view(m, ${maskedLive(scope)}) as message from tickets.message m where m.id = ${id}`,
  );
  if (!row) throw notFound('ERR_NO_MESSAGE_FOUND');
  return row.message;
};

/** Queues a failed message again at the end of its conversation, with the messages that wait before it. */
export const retryMessage = async (scope: SignedIn, id: number): Promise<MessageView> => {
  await messageAndTicket(scope, id);
  const requeued = await scope.sql.rows<MessageUpdate>(
    sql`select * from tickets.requeue(${id}::bigint, null::int, ${maskedLive(scope)})`,
  );
  const own = requeued.find((update) => update.message_id === id);
  if (!own) throw conflict('ERR_MESSAGE_NOT_FAILED');
  for (const update of requeued) await publishMessageUpdate(scope, update, 'update');
  return own.message;
};

/** Sets the company's reaction, which all its people share, as the customer sees it; '' removes it. */
export const reactToMessage = async (scope: SignedIn, id: number, emoji: string): Promise<MessageView> => {
  const { message, ticket } = await messageAndTicket(scope, id);
  if (message.isDeleted) throw conflict('ERR_MESSAGE_DELETED');
  if (message.onlyInternal) throw conflict('ERR_CHANNEL_NO_REACTIONS');
  await assertAble(scope, message, 'reactions');
  if (!message.isSent) throw conflict('ERR_MESSAGE_NOT_SENT');
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  return message.emoji === emoji ? unchanged(scope, id) : change(scope, id, { kind: 'reaction', value: emoji });
};

const assertOwn = (scope: SignedIn, { fromMe, userId }: Found): void => {
  if (!fromMe || userId !== scope.user.id) throw forbidden();
};

/** Edits the text of one's own message, here and for the customer. */
export const editMessage = async (scope: SignedIn, id: number, body: string): Promise<MessageView> => {
  if (body.trim() === '') throw invalid({ body: 'Required' });
  const { message, ticket } = await messageAndTicket(scope, id);
  assertOwn(scope, message);
  if (message.isDeleted) throw conflict('ERR_MESSAGE_DELETED');
  if (!message.isText) throw conflict('ERR_MESSAGE_NOT_TEXT');
  if (!message.onlyInternal) {
    await assertAble(scope, message, 'edits');
    if (!message.isSent) throw conflict('ERR_MESSAGE_NOT_SENT');
    if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  }
  return message.body === body ? unchanged(scope, id) : change(scope, id, { kind: 'edit', value: body });
};

/** Deletes one's own message, for the customer too; a message that was not sent yet is not sent. */
export const deleteMessage = async (scope: SignedIn, id: number): Promise<MessageView> => {
  const { message } = await messageAndTicket(scope, id);
  assertOwn(scope, message);
  if (message.isDeleted) return unchanged(scope, id);
  if (message.isSent && !message.onlyInternal) await assertAble(scope, message, 'deletes');
  return change(scope, id, { kind: 'delete' });
};
