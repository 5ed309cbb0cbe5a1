import { AppError, forbidden, invalid, sql } from '@balcao/sdk/server';
import type { ChatMessageView } from '../../contract.ts';
import { assertMayWrite, noMessage, ownChat, undoSeconds, type OwnChat, type SignedIn } from '../access.ts';
import { publish } from '../live.ts';
import { withdrawNotice } from '../notices.ts';
import { mentionsIn } from './mentions.ts';
import { forReader, readMessages } from './message-view.ts';

interface Stored {
  id: number;
  seq: number;
  senderId: number | null;
  body: string;
  hasMore: boolean;
  isDeleted: boolean;
  isYoung: boolean;
  isUndoable: boolean;
  editedAt: Date | null;
}

/** Locks a message of a chat that the person is in. */
const locked = async (scope: SignedIn, chat: OwnChat, messageId: number): Promise<Stored> => {
  const row = await scope.sql.one<Stored>(sql`
    select m.id::int as id, m.seq::int as seq, m.sender_id as "senderId", m.body, m.deleted_at is not null as "isDeleted",
           m.media_path is not null or m.ticket_id is not null as "hasMore", m.edited_at as "editedAt",
           m.created_at > clock_timestamp() - interval '24 hours' as "isYoung",
           m.purged_at is null and m.deleted_at > clock_timestamp() - make_interval(secs => ${undoSeconds}) as "isUndoable"
      from internal_chat.message m
     where m.id = ${messageId} and m.chat_id = ${chat.id} and m.seq > ${chat.joinedSeq} and m.system is null
       for update`);
  if (!row) throw noMessage();
  return row;
};

const changed = async (
  scope: SignedIn,
  chatId: number,
  messageId: number,
  event: 'changed' | 'reacted',
): Promise<ChatMessageView> => {
  const [message] = await readMessages(scope, sql`m.id = ${messageId}`);
  if (!message) throw noMessage();
  await publish(scope, chatId, event, { message });
  return forReader(scope, message);
};

type Change = (scope: SignedIn, chat: OwnChat, message: Stored) => Promise<unknown>;
const change = (
  scope: SignedIn,
  chatId: number,
  messageId: number,
  work: Change,
  event: 'changed' | 'reacted' = 'changed',
): Promise<ChatMessageView> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const chat = await ownChat(own, chatId);
    await work(own, chat, await locked(own, chat, messageId));
    return changed(own, chatId, messageId, event);
  });

const assertOwn = (scope: SignedIn, message: Stored): void => {
  if (message.senderId !== scope.user.id) throw forbidden('ERR_NOT_YOUR_MESSAGE');
};

/** Edits one's own text within 24 hours. `known`: the text before, so that two windows do not overwrite each other. */
export const editMessage = (
  scope: SignedIn,
  chatId: number,
  messageId: number,
  { message: words, known }: { message: string; known?: string | undefined },
): Promise<ChatMessageView> =>
  change(scope, chatId, messageId, async (own, chat, message) => {
    assertOwn(own, message);
    assertMayWrite(own, chat);
    if (message.isDeleted) throw noMessage();
    if (!message.isYoung) throw forbidden('ERR_CHAT_MESSAGE_TOO_OLD');
    if (words.trim() === '' && !message.hasMore) throw invalid({ message: 'Required' });
    if (known !== undefined && known !== message.body)
      throw new AppError(409, 'ERR_CHAT_MESSAGE_CHANGED', { context: { message: message.body } });
    const mentioned = await mentionsIn(own, chat, words, []);
    await own.sql.run(sql`
      update internal_chat.message set body = ${words}, mentioned = ${mentioned}::int[], edited_at = clock_timestamp()
       where id = ${messageId}`);
    await own.sql.run(sql`delete from internal_chat.mention where message_id = ${messageId}
      and not (user_id = any(${mentioned}::int[]) or 0 = any(${mentioned}::int[]))`);
    await own.sql.run(sql`
      insert into internal_chat.mention (message_id, user_id, chat_id, seq)
      select n.id, m.user_id, n.chat_id, n.seq from internal_chat.message n
        join internal_chat.member m on m.company_id = n.company_id and m.chat_id = n.chat_id and m.left_at is null
         and m.user_id is distinct from n.sender_id and m.joined_seq < n.seq
       where n.id = ${messageId} and (m.user_id = any(${mentioned}::int[]) or 0 = any(${mentioned}::int[]))
      on conflict do nothing`);
  });

/** Deletes one's own message within 24 hours, for everybody. Its text and file stay until it can no longer be undone. */
export const deleteMessage = (scope: SignedIn, chatId: number, messageId: number): Promise<ChatMessageView> =>
  change(scope, chatId, messageId, async (own, chat, message) => {
    assertOwn(own, message);
    if (message.isDeleted) return;
    if (!message.isYoung) throw forbidden('ERR_CHAT_MESSAGE_TOO_OLD');
    await own.sql.run(sql`update internal_chat.message set deleted_at = clock_timestamp() where id = ${messageId}`);
    await withdrawNotice(own, chat, message.seq);
  });

export const restoreMessage = (scope: SignedIn, chatId: number, messageId: number): Promise<ChatMessageView> =>
  change(scope, chatId, messageId, async (own, _chat, message) => {
    assertOwn(own, message);
    if (!message.isDeleted) return;
    if (!message.isUndoable) throw forbidden('ERR_UNDO_OVER');
    await own.sql.run(sql`update internal_chat.message set deleted_at = null where id = ${messageId}`);
  });

/** Sets the reader's reaction; an empty one removes it. */
export const reactTo = (scope: SignedIn, chatId: number, messageId: number, emoji: string): Promise<ChatMessageView> =>
  change(
    scope,
    chatId,
    messageId,
    async (own, _chat, message) => {
      if (message.isDeleted) throw noMessage();
      await own.sql.run(
        emoji === ''
          ? sql`delete from internal_chat.reaction where message_id = ${messageId} and user_id = ${scope.user.id}`
          : sql`insert into internal_chat.reaction (message_id, user_id, emoji) values (${messageId}, ${scope.user.id}, ${emoji})
              on conflict (company_id, message_id, user_id) do update set emoji = excluded.emoji`,
      );
    },
    'reacted',
  );
