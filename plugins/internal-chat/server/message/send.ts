import { randomUUID } from 'node:crypto';
import {
  forbidden,
  invalid,
  readersOf,
  sql,
  sqlState,
  z,
  type Sql,
  type StoredFile,
  type Upload,
} from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { fileRoom, type ChatMessageView } from '../../contract.ts';
import {
  assertMayWrite,
  id,
  memberIds,
  noChat,
  noMessage,
  ownChat,
  position,
  text,
  type OwnChat,
  type SignedIn,
} from '../access.ts';
import { people } from '../chat/save-chat.ts';
import { publishTo } from '../live.ts';
import { notifyMembers } from '../notices.ts';
import { mentionsIn } from './mentions.ts';
import { forReader, readMessages } from './message-view.ts';

export const maxBytes = 52_428_800;
/** Files of one form; any type, as among colleagues. */
export const files = { maxBytes, maxCount: 10 };
const optionalId = z.preprocess((value) => (value === '' || value === 'null' ? null : value), position.nullish());

export const messageBody = z.object({
  message: text(10_000).optional(),
  /** The same as `message`, as forms with files name it. */
  body: text(10_000).optional(),
  quotedMessageId: optionalId,
  quotedChatUserId: optionalId,
  /** People who are mentioned, beside those of the text. */
  quotedUsersId: people.nullish(),
  /** A conversation with a customer, to share. */
  ticketId: z.preprocess((value) => (value === '' || value === 'null' ? null : value), id.nullish()),
  clientId: z.string().min(1).max(80).nullish(),
  fromMe: z.unknown().optional(),
});
type Body = z.output<typeof messageBody>;

interface NewMessage {
  body: string;
  quotedId: number | null;
  ticketId: number | null;
  mentioned: readonly number[];
  clientId: string | null;
  file?: { stored: StoredFile; key: string; name: string };
}

/** Gives the message the next position of its chat, in one statement that holds the chat's row as briefly as possible. */
const insert = (scope: SignedIn, chat: OwnChat, message: NewMessage): Sql => {
  const { file } = message;
  return sql`
    with place as (
      update internal_chat.chat c set seq = c.seq + 1, updated_at = clock_timestamp()
       where c.id = ${chat.id} and c.deleted_at is null
         and exists (select from internal_chat.member m
                      where m.chat_id = c.id and m.user_id = ${scope.user.id} and m.left_at is null)
         and (not c.is_channel or c.owner_id = ${scope.user.id})
      returning c.seq),
    made as (
      insert into internal_chat.message (chat_id, seq, sender_id, sender_name, body, mentioned, quoted_id, ticket_id,
             client_id, media_path, media_key, media_name, media_mime, media_size)
      select ${chat.id}, place.seq, ${scope.user.id}, ${scope.user.name}, ${message.body}, ${message.mentioned}::int[],
             ${message.quotedId}::bigint, ${message.ticketId}::int, ${message.clientId},
             ${file?.stored.path ?? null}, ${file?.key ?? null}::uuid, ${file?.name ?? null},
             ${file?.stored.mime ?? null}, ${file?.stored.size ?? null}::int
        from place returning id, seq, sender_id),
    own as (
      update internal_chat.member m set read_seq = greatest(m.read_seq, made.seq) from made
       where m.chat_id = ${chat.id} and m.user_id = ${scope.user.id}),
    named as (
      insert into internal_chat.mention (message_id, user_id, chat_id, seq)
      select made.id, m.user_id, ${chat.id}, made.seq from made
        join internal_chat.member m on m.chat_id = ${chat.id} and m.left_at is null and m.user_id <> made.sender_id
       where m.user_id = any(${message.mentioned}::int[]) or 0 = any(${message.mentioned}::int[]))
    select id::int as id from made`;
};

const alreadySent = (scope: SignedIn, chatId: number, clientId: string): Promise<ChatMessageView[]> =>
  readMessages(
    scope,
    sql`m.chat_id = ${chatId} and m.sender_id = ${scope.user.id}
        and (m.client_id = ${clientId} or m.client_id like ${`${clientId.replaceAll(/[\\%_]/g, String.raw`\$&`)}:%`})`,
    sql`order by m.seq`,
  );

/** A message that was deleted while the answer was written is quoted without its text. */
const assertQuotable = async (scope: SignedIn, chat: OwnChat, quotedId: number): Promise<void> => {
  const found = await scope.sql.one(sql`select 1 from internal_chat.message
    where id = ${quotedId} and chat_id = ${chat.id} and seq > ${chat.joinedSeq} and system is null`);
  if (!found) throw noMessage();
};

const store = async (scope: SignedIn, chat: OwnChat, messages: readonly NewMessage[]): Promise<ChatMessageView[]> =>
  scope.tx(async (inner) => {
    const own = inner as SignedIn;
    const ids: number[] = [];
    for (const message of messages) {
      const made = await own.sql.one<{ id: number }>(insert(own, chat, message));
      // Removed, or the chat deleted, while the files were stored.
      if (!made) throw noChat();
      ids.push(made.id);
    }
    const sent = await readMessages(own, sql`m.id = any(${ids}::bigint[])`, sql`order by m.seq`);
    const members = await memberIds(own, chat.id);
    for (const message of sent) publishTo(own, chat.id, members, 'message', { message });
    return sent;
  });

const storeFiles = async (scope: SignedIn, uploads: readonly Upload[]): Promise<NonNullable<NewMessage['file']>[]> => {
  const kept: NonNullable<NewMessage['file']>[] = [];
  try {
    for (const upload of uploads) {
      const key = randomUUID();
      const stored = await scope.storage.store(upload, { readers: readersOf(fileRoom, { key }) });
      kept.push({ stored, key, name: upload.name });
    }
  } catch (error) {
    await drop(scope, kept);
    throw error;
  }
  return kept;
};
const drop = async (scope: SignedIn, kept: readonly NonNullable<NewMessage['file']>[]): Promise<void> => {
  for (const { stored } of kept) await scope.storage.remove(stored.path).catch(() => undefined);
};

const compose = (
  body: Body,
  mentioned: readonly number[],
  kept: Awaited<ReturnType<typeof storeFiles>>,
): NewMessage[] => {
  const words = body.message ?? body.body ?? '';
  const first = {
    body: words.trim() === '' ? '' : words,
    quotedId: body.quotedMessageId ?? null,
    ticketId: body.ticketId ?? null,
    mentioned,
    clientId: body.clientId ?? null,
  };
  if (kept.length === 0) return [first];
  return kept.map((file, at) =>
    at === 0
      ? { ...first, file }
      : {
          body: '',
          quotedId: null,
          ticketId: null,
          mentioned: [],
          clientId: first.clientId && `${first.clientId}:${at}`,
          file,
        },
  );
};

/** Sends a message, one per file. A repeated `clientId` returns what was sent. */
export const sendMessage = async (
  scope: SignedIn,
  chatId: number,
  body: Body,
  uploads: readonly Upload[],
): Promise<ChatMessageView[]> => {
  if (scope.user.impersonating) throw forbidden();
  const chat = await ownChat(scope, chatId);
  assertMayWrite(scope, chat);
  const words = body.message ?? body.body ?? '';
  if (words.trim() === '' && uploads.length === 0 && !body.ticketId) throw invalid({ message: 'Required' });
  if (body.clientId) {
    const before = await alreadySent(scope, chatId, body.clientId);
    if (before.length > 0) return before.map((message) => forReader(scope, message));
  }
  if (body.quotedMessageId) await assertQuotable(scope, chat, body.quotedMessageId);
  if (body.ticketId) await scope.use(tickets).assertReadable(body.ticketId);
  const mentioned = await mentionsIn(scope, chat, words, body.quotedUsersId ?? []);
  const kept = await storeFiles(scope, uploads);
  try {
    const sent = await store(scope, chat, compose(body, mentioned, kept));
    await notifyMembers(scope, chat, sent);
    return sent.map((message) => forReader(scope, message));
  } catch (error) {
    await drop(scope, kept);
    if (!body.clientId || sqlState(error) !== '23505') throw error;
    return (await alreadySent(scope, chatId, body.clientId)).map((message) => forReader(scope, message));
  }
};
