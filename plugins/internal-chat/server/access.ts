import { forbidden, notFound, sql, z, type CurrentUser, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';

export type ChatHost = Host<typeof manifest>;
export type SignedIn = Scope & { readonly user: CurrentUser };

/** Seconds in which a deletion can be undone. */
export const undoSeconds = 30;

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const ofChat = z.object({ id });
export const position = z.coerce.number().int().min(0).max(9_007_199_254_740_991);
export const ofMessage = z.object({ id, messageId: position });
export const text = (max: number) =>
  z
    .string('Required')
    .max(max, 'Too Long!')
    .transform((value) => value.replaceAll('\0', ''));

/** A chat in which the person of the scope is. */
export interface OwnChat {
  id: number;
  uuid: string;
  title: string;
  isChannel: boolean;
  isDirect: boolean;
  ownerId: number | null;
  seq: number;
  readSeq: number;
  joinedSeq: number;
}

export const noChat = () => notFound('ERR_NO_CHAT_FOUND');
export const noMessage = () => notFound('ERR_NO_CHAT_MESSAGE_FOUND');

/** Returns the chat, or throws as if it did not exist: nobody learns of chats that they are not in. */
export const ownChat = async (scope: SignedIn, chatId: number, isLocked = false): Promise<OwnChat> => {
  const row = await scope.sql.one<OwnChat>(sql`
    select c.id, c.uuid, c.title, c.is_channel as "isChannel", c.direct_key is not null as "isDirect",
           c.owner_id as "ownerId", c.seq::int as seq, m.read_seq::int as "readSeq", m.joined_seq::int as "joinedSeq"
      from internal_chat.chat c
      join internal_chat.member m on m.company_id = c.company_id and m.chat_id = c.id
       and m.user_id = ${scope.user.id} and m.left_at is null
     where c.id = ${chatId} and c.deleted_at is null ${isLocked ? sql`for update of c` : sql.empty}`);
  if (!row) throw noChat();
  return row;
};

/** Returns the chat if the person may manage it: its owner alone, and nobody a direct one. */
export const ownedChat = async (scope: SignedIn, chatId: number, isLocked = false): Promise<OwnChat> => {
  const chat = await ownChat(scope, chatId, isLocked);
  if (chat.ownerId !== scope.user.id || chat.isDirect) throw forbidden('ERR_NOT_CHAT_OWNER');
  return chat;
};

/** Throws where only the owner writes. */
export const assertMayWrite = (scope: SignedIn, chat: OwnChat): void => {
  if (chat.isChannel && chat.ownerId !== scope.user.id) throw forbidden('ERR_CHANNEL_OWNER_ONLY');
};

export const memberIds = async (scope: Scope, chatId: number): Promise<number[]> =>
  (
    await scope.sql.rows<{ id: number }>(
      sql`select user_id as id from internal_chat.member where chat_id = ${chatId} and left_at is null order by user_id`,
    )
  ).map((row) => row.id);
