import { sql, z } from '@balcao/sdk/server';
import { ofChat, ownChat, position, type ChatHost, type SignedIn } from '../access.ts';
import { forReader, messageOutput, readMessages } from './message-view.ts';

const perPage = 30;
const maxTickets = 20;

/** Returns the files and conversations that were shared in a chat, as far as its reader may see them. */
const readShared = async (scope: SignedIn, chatId: number, beforeSeq: number | undefined) => {
  const chat = await ownChat(scope, chatId);
  const visible = sql`m.chat_id = ${chat.id} and m.seq > ${chat.joinedSeq} and m.deleted_at is null`;
  const files = sql`${visible} and m.media_path is not null`;
  const page = beforeSeq === undefined ? files : sql`${files} and m.seq < ${beforeSeq}`;
  const rows = await readMessages(scope, page, sql`order by m.seq desc limit ${perPage + 1}`);
  const total = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from internal_chat.message m where ${files}`,
  );
  const tickets = await scope.sql.rows<{ id: number }>(sql`
    select m.ticket_id as id from internal_chat.message m where ${visible} and m.ticket_id is not null
     group by m.ticket_id order by max(m.seq) desc limit ${maxTickets}`);
  return {
    files: rows.slice(0, perPage).map((message) => forReader(scope, message)),
    hasMore: rows.length > perPage,
    fileCount: total?.count ?? 0,
    ticketIds: tickets.map(({ id }) => id),
  };
};

export const sharedRoutes = (host: ChatHost): void => {
  host.route('GET', '/chats/:id/shared', {
    access: 'signed-in',
    summary:
      'Files of a chat by pages of 30, newest first, with their number; and the last 20 conversations shared in it.',
    input: { params: ofChat, query: z.object({ beforeSeq: position.optional() }) },
    output: z.object({
      files: z.array(messageOutput),
      hasMore: z.boolean(),
      fileCount: z.number(),
      ticketIds: z.array(z.number()),
    }),
    handle: ({ params, query }, scope) => readShared(scope, params.id, query.beforeSeq),
  });
};
