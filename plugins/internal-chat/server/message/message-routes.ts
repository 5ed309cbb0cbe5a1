import { sql, z } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { SharedTicket } from '../../contract.ts';
import { id, noMessage, ofChat, ofMessage, ownChat, position, text, type ChatHost, type SignedIn } from '../access.ts';
import { deleteMessage, editMessage, reactTo, restoreMessage } from './change.ts';
import { forReader, messageOutput, readMessages } from './message-view.ts';
import { readUpTo } from './read.ts';
import { files, messageBody, sendMessage } from './send.ts';

const perPage = 40;
const page = z.object({
  /** From 1, newest first. Positions are steadier while messages arrive. */
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  /** Messages after this position, oldest first: what a lost connection missed. */
  afterSeq: position.optional(),
  /** Messages before this position. */
  beforeSeq: position.optional(),
});
/** One emoji; '' removes the reaction. */
const reaction = z.string('Required').regex(/^(\p{RGI_Emoji})?$/v, 'ERR_INVALID_VALUE');
const pageOfMessages = z.object({ records: z.array(messageOutput), hasMore: z.boolean() });

const readPage = async (scope: SignedIn, chatId: number, query: z.output<typeof page>) => {
  const chat = await ownChat(scope, chatId);
  const { afterSeq, beforeSeq, pageNumber } = query;
  const visible = sql`m.chat_id = ${chat.id} and m.seq > ${Math.max(chat.joinedSeq, afterSeq ?? 0)}
    ${beforeSeq === undefined ? sql.empty : sql`and m.seq < ${beforeSeq}`}`;
  const order = afterSeq === undefined ? sql`desc` : sql`asc`;
  const rows = await readMessages(
    scope,
    visible,
    sql`order by m.seq ${order} limit ${perPage + 1} offset ${(pageNumber - 1) * perPage}`,
  );
  const records = rows.slice(0, perPage).map((message) => forReader(scope, message));
  // A page reads from old to new, as a conversation does.
  if (afterSeq === undefined) records.reverse();
  return { records, hasMore: rows.length > perPage };
};

const reading = (host: ChatHost): void => {
  host.route('GET', '/chats/:id/messages', {
    access: 'signed-in',
    summary: 'Messages of a chat by pages of 40: the newest, those before a position, or those after one.',
    input: { params: ofChat, query: page },
    output: pageOfMessages,
    handle: ({ params, query }, scope) => readPage(scope, params.id, query),
  });
  host.route('POST', '/chats/:id/read', {
    access: 'signed-in',
    summary: 'Marks a chat as read by the reader, up to `seq` or to its end.',
    input: { params: ofChat, body: z.object({ userId: id.nullish(), seq: position.nullish() }).default({}) },
    output: z.object({ readSeq: z.number() }),
    handle: ({ params, body }, scope) => readUpTo(scope, params.id, body),
  });
  host.route('GET', '/chats-search', {
    access: 'signed-in',
    summary: 'Messages of the reader’s chats, or of one of them, with this text, newest first.',
    input: {
      query: z.object({ searchParam: text(200).default(''), chatId: id.optional(), before: position.optional() }),
    },
    output: z.object({
      records: z.array(messageOutput.extend({ chatUuid: z.string(), chatTitle: z.string() })),
      hasMore: z.boolean(),
    }),
    handle: async ({ query }, scope) => searchMessages(scope, query.searchParam.trim(), query.chatId, query.before),
  });
  host.route('GET', '/chats-tickets', {
    access: 'signed-in',
    summary: 'Shared conversations as this reader may see them.',
    input: { query: z.object({ ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,49}$/) }) },
    handle: async ({ query }, scope) => sharedTickets(scope, query.ids.split(',').map(Number)),
  });
};

const searchMessages = async (
  scope: SignedIn,
  term: string,
  chatId: number | undefined,
  before: number | undefined,
) => {
  if (term.length < 2) return { records: [], hasMore: false };
  const ids = await scope.sql.rows<{ id: number }>(sql`
    select x::int as id from internal_chat.message_search(${term}, ${scope.user.id}, ${chatId ?? null}, ${before ?? null}, 31) x`);
  const rows = await readMessages(
    scope,
    sql`m.id = any(${ids.map((row) => row.id)}::bigint[])`,
    sql`order by m.id desc`,
  );
  const chats = await scope.sql.rows<{ id: number; uuid: string; title: string }>(sql`
    select c.id, c.uuid, coalesce(nullif(c.title, ''), (select u.name from internal_chat.member o join kernel."user" u on u.id = o.user_id
             where o.chat_id = c.id and o.user_id <> ${scope.user.id} limit 1), '') as title
      from internal_chat.chat c where c.id = any(${[...new Set(rows.map((row) => row.chatId))]}::int[])`);
  const records = rows.slice(0, 30).map((message) => {
    const chat = chats.find((one) => one.id === message.chatId);
    return { ...forReader(scope, message), chatUuid: chat?.uuid ?? '', chatTitle: chat?.title ?? '' };
  });
  return { records, hasMore: rows.length > 30 };
};

const sharedTickets = async (scope: SignedIn, ids: readonly number[]): Promise<SharedTicket[]> => {
  const service = scope.find(tickets);
  if (!service) return ids.map((ticketId) => ({ id: ticketId, isVisible: false }));
  const [refused, views] = [await service.unreadable(ids), await service.findAll(ids)];
  return ids.map((ticketId): SharedTicket => {
    const view = views.find((one) => one.id === ticketId);
    if (!view || refused.has(ticketId)) return { id: ticketId, isVisible: false };
    const { uuid, status, channel, contact, queue, user, lastMessage } = view;
    return {
      id: ticketId,
      isVisible: true,
      uuid,
      status,
      channel,
      contact: { name: contact.name, profilePicUrl: contact.profilePicUrl },
      queue: queue && { name: queue.name, color: queue.color },
      user: user && { name: user.name },
      lastMessage: lastMessage.slice(0, 160),
    };
  });
};

const writing = (host: ChatHost): void => {
  host.route('POST', '/chats/:id/messages', {
    access: 'signed-in',
    summary: 'Sends a message: JSON, or a form with `medias`, one message per file; the response is the first.',
    rate: 600,
    input: { params: ofChat, body: messageBody, files },
    output: messageOutput,
    handle: async ({ params, body, files: uploads }, scope) => {
      const [first] = await sendMessage(scope, params.id, body, uploads);
      if (!first) throw noMessage();
      return first;
    },
  });
  host.route('PUT', '/chats/:id/messages/:messageId', {
    access: 'signed-in',
    summary: 'Edits the text of one’s own message within 24 hours. `known` is the text before.',
    input: { params: ofMessage, body: z.object({ message: text(10_000), known: text(10_000).optional() }) },
    output: messageOutput,
    handle: ({ params, body }, scope) => editMessage(scope, params.id, params.messageId, body),
  });
  host.route('DELETE', '/chats/:id/messages/:messageId', {
    access: 'signed-in',
    summary: 'Deletes one’s own message within 24 hours, for everybody; it can be undone for 30 seconds.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => deleteMessage(scope, params.id, params.messageId),
  });
  host.route('POST', '/chats/:id/messages/:messageId/restore', {
    access: 'signed-in',
    summary: 'Undoes the deletion of a message.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => restoreMessage(scope, params.id, params.messageId),
  });
  host.route('POST', '/chats/:id/messages/:messageId/reaction', {
    access: 'signed-in',
    summary: 'Sets the reader’s reaction to a message; an empty `emoji` removes it.',
    input: { params: ofMessage, body: z.object({ emoji: reaction }) },
    output: messageOutput,
    handle: ({ params, body }, scope) => reactTo(scope, params.id, params.messageId, body.emoji),
  });
};

export const messageRoutes = (host: ChatHost): void => {
  reading(host);
  writing(host);
};
