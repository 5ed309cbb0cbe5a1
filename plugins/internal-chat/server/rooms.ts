import { sql, z, type AliasMessage, type RoomAlias, type RoomMessage, type Scope } from '@balcao/sdk/server';
import { chatRoom, fileRoom, personRoom, type ChatMessageView } from '../contract.ts';
import type { ChatHost } from './access.ts';

const personId = z.number().int().positive().max(2_147_483_647);
type Data = { message?: ChatMessageView; chatId?: number };

/** `company-{id}-chat-{chatId}`: the messages of one chat. */
const chatAlias: RoomAlias<{ chatId: number }> = {
  names: ['company-{companyId}-chat-{chatId}'],
  rooms: (sent) => [{ chatId: Number((sent as { chatId: string }).chatId) }],
  translate({ params, event, data }, { company }): readonly AliasMessage[] {
    const name = `company-${company.id}-chat-${params.chatId}`;
    const { message } = data as Data;
    if (event === 'message')
      return [{ event: name, data: { action: 'new-message', newMessage: message, chat: { id: params.chatId } } }];
    if (event === 'changed' || event === 'reacted' || event === 'chat')
      return [{ event: name, data: { action: 'update', chat: { id: params.chatId }, ...(message && { message }) } }];
    return [];
  },
};

/** News of one person's chats, as `company-{id}-chat-user-{userId}` and `company-{id}-chat` announce it. */
const personal =
  (name: (companyId: number) => string, events: readonly string[]) =>
  ({ event, data }: RoomMessage<unknown>, { company }: Scope): readonly AliasMessage[] => {
    if (!events.includes(event)) return [];
    const { chatId } = data as Data;
    const action = event === 'gone' ? 'delete' : 'update';
    return [
      {
        event: name(company.id),
        data: { action, ...(event === 'gone' ? { id: chatId } : { record: { id: chatId } }) },
      },
    ];
  };
const personAliases: RoomAlias<{ userId: number }>[] = [
  {
    names: ['company-{companyId}-chat-user-{userId}'],
    rooms: (_sent, { user }) => [{ userId: user.id }],
    translate: personal((company) => `company-${company}-chat-user-{userId}`, ['chat', 'read', 'muted']),
  },
  {
    // Nobody learns of chats of others, so this name announces the person's own.
    names: ['company-{companyId}-chat'],
    rooms: (_sent, { user }) => [{ userId: user.id }],
    translate: personal((company) => `company-${company}-chat`, ['chat', 'gone']),
  },
];

export const rooms = (host: ChatHost): void => {
  host.room(personRoom, {
    params: z.strictObject({ userId: personId }),
    may: ({ userId }, scope) => userId === scope.user.id,
    carries: chatRoom,
    aliases: personAliases,
  });
  host.room(chatRoom, {
    params: z.strictObject({ chatId: personId }),
    may: async ({ chatId }, scope) =>
      (await scope.sql.one(sql`
        select 1 from internal_chat.member m
          join internal_chat.chat c on c.company_id = m.company_id and c.id = m.chat_id and c.deleted_at is null
         where m.chat_id = ${chatId} and m.user_id = ${scope.user.id} and m.left_at is null`)) !== undefined,
    transient: ['typing', 'seen'],
    aliases: [chatAlias],
    accepts: {
      typing(data, { chatId }, scope) {
        const { state } = z.object({ state: z.enum(['typing', 'recording', 'paused']) }).parse(data);
        if (!scope.user || scope.user.impersonating) return;
        const { id: userId, name } = scope.user;
        scope.rooms.emit(chatRoom, { chatId }, 'typing', { userId, name, state });
      },
    },
  });
  host.room(fileRoom, {
    params: z.strictObject({ key: z.uuid() }),
    may: async ({ key }, scope) =>
      (await scope.sql.one(sql`
        select 1 from internal_chat.message n
          join internal_chat.member m on m.company_id = n.company_id and m.chat_id = n.chat_id
           and m.user_id = ${scope.user.id} and m.left_at is null and n.seq > m.joined_seq
          join internal_chat.chat c on c.company_id = n.company_id and c.id = n.chat_id and c.deleted_at is null
         where n.media_key = ${key} and n.deleted_at is null`)) !== undefined,
  });
};
