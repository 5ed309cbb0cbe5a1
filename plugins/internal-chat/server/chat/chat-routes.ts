import { pageOutput, pageQuery, sql, z } from '@balcao/sdk/server';
import { personRoom } from '../../contract.ts';
import { id, noChat, ofChat, ownChat, type ChatHost } from '../access.ts';
import { chatOutput, listChats, mentionCount, readChat, unreadCount } from './chat-view.ts';
import { deleteChat, restoreChat } from './delete-chat.ts';
import { changeChat, changedChat, createChat, leaveChat, newChat } from './save-chat.ts';

const person = z.object({
  id: z.number(),
  name: z.string(),
  profilePicUrl: z.string().nullable(),
  online: z.boolean(),
  lastOnline: z.date().nullable(),
});

const reading = (host: ChatHost): void => {
  host.route('GET', '/chats', {
    access: 'signed-in',
    summary: 'Chats of the reader, newest first, by pages of 20.',
    input: { query: pageQuery.extend({ kind: z.enum(['all', 'unread', 'channels']).default('all') }) },
    output: pageOutput(chatOutput),
    handle: ({ query }, scope) =>
      listChats(scope, { term: query.searchParam, page: query.pageNumber, kind: query.kind }),
  });
  host.route('GET', '/chats/:id', {
    access: 'signed-in',
    summary: 'One chat with all its members, by its id or uuid.',
    input: { params: z.object({ id: z.union([id, z.uuid()]) }) },
    output: chatOutput,
    handle: async ({ params }, scope) => {
      const chat = await readChat(
        scope,
        typeof params.id === 'number' ? sql`c.id = ${params.id}` : sql`c.uuid = ${params.id}`,
      );
      if (!chat) throw noChat();
      return chat;
    },
  });
  host.route('GET', '/chats-unread', {
    access: 'signed-in',
    summary:
      'How many chats have unread messages, and how many of those mention the reader. Muted ones count only where they mention.',
    output: z.object({ chats: z.number(), mentions: z.number() }),
    handle: async (_request, scope) =>
      (await scope.sql.one<{ chats: number; mentions: number }>(sql`
        select count(*) filter (where x.mentions > 0 or (x.unreads > 0 and not x.is_muted))::int as chats,
               count(*) filter (where x.mentions > 0)::int as mentions
          from (select me.is_muted, ${unreadCount(1)} as unreads, ${mentionCount} as mentions
                  from internal_chat.member me
                  join internal_chat.chat c on c.company_id = me.company_id and c.id = me.chat_id and c.deleted_at is null
                 where me.user_id = ${scope.user.id} and me.left_at is null) x`)) ?? { chats: 0, mentions: 0 },
  });
  host.route('GET', '/chats-people', {
    access: 'signed-in',
    summary: 'People of the company who can be in a chat, without the reader.',
    output: z.array(person),
    handle: (_request, scope) =>
      scope.sql.rows<z.output<typeof person>>(sql`
        select u.id, u.name, u.profile_pic_url as "profilePicUrl", u.online, u.last_online as "lastOnline"
          from kernel."user" u where u.id <> ${scope.user.id} order by u.name, u.id limit 2000`),
  });
};

const writing = (host: ChatHost): void => {
  host.route('POST', '/chats', {
    access: 'chat:create',
    audit: false,
    summary: 'Makes a group or a channel, or opens the direct chat with one person (`isDirect`).',
    input: { body: newChat },
    output: chatOutput,
    handle: ({ body }, scope) => createChat(scope, body),
  });
  host.route('PUT', '/chats/:id', {
    access: 'signed-in',
    summary: 'Changes title and people of a chat. For its owner.',
    input: { params: ofChat, body: changedChat },
    output: chatOutput,
    handle: ({ params, body }, scope) => changeChat(scope, params.id, body),
  });
  host.route('DELETE', '/chats/:id', {
    access: 'signed-in',
    summary: 'Deletes a chat for everybody. For its owner, who can undo it for 30 seconds.',
    input: { params: ofChat },
    handle: ({ params }, scope) => deleteChat(scope, params.id),
  });
  host.route('POST', '/chats/:id/restore', {
    access: 'signed-in',
    summary: 'Undoes the deletion of a chat.',
    input: { params: ofChat },
    handle: ({ params }, scope) => restoreChat(scope, params.id),
  });
  host.route('POST', '/chats/:id/leave', {
    access: 'signed-in',
    summary: 'Leaves a group or channel.',
    input: { params: ofChat },
    handle: ({ params }, scope) => leaveChat(scope, params.id),
  });
  host.route('PUT', '/chats/:id/mute', {
    access: 'signed-in',
    summary: 'Mutes a chat for the reader: only mentions notify.',
    input: { params: ofChat, body: z.object({ isMuted: z.boolean() }) },
    handle: async ({ params, body: { isMuted } }, scope) => {
      await ownChat(scope, params.id);
      const { id: userId } = scope.user;
      await scope.sql.run(sql`
        update internal_chat.member set is_muted = ${isMuted} where chat_id = ${params.id} and user_id = ${userId}`);
      scope.rooms.emit(personRoom, { userId }, 'muted', { chatId: params.id, isMuted });
    },
  });
};

export const chatRoutes = (host: ChatHost): void => {
  reading(host);
  writing(host);
};
