import { sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import type { ChatMessageView } from '../../contract.ts';
import type { SignedIn } from '../access.ts';

const person = z.object({ id: z.number().nullable(), name: z.string(), profilePicUrl: z.string().nullable() });
const named = z.object({ id: z.number(), name: z.string() });
const mediaType = z.enum(['image', 'audio', 'video', 'document']).nullable();
export const systemLine = z.object({
  type: z.enum(['created', 'added', 'removed', 'left', 'renamed']),
  names: z.array(z.string()).optional(),
  title: z.string().optional(),
});

export const messageOutput = z.object({
  id: z.number(),
  chatId: z.number(),
  seq: z.number(),
  message: z.string(),
  senderId: z.number().nullable(),
  sender: person,
  quotedMessageId: z.number().nullable(),
  quoted: z
    .object({
      id: z.number(),
      seq: z.number(),
      senderId: z.number().nullable(),
      name: z.string(),
      message: z.string(),
      mediaType,
      isDeleted: z.boolean(),
      mentions: z.array(named),
    })
    .nullable(),
  quotedChatUserId: z.number().nullable(),
  quotedUsersId: z.array(z.number()),
  mentions: z.array(named),
  mediaUrl: z.string().nullable(),
  mediaType,
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  ticketId: z.number().nullable(),
  system: systemLine.nullable(),
  reactions: z.array(z.object({ userId: z.number(), emoji: z.string(), name: z.string() })),
  isDeleted: z.boolean(),
  editedAt: z.string().nullable(),
  clientId: z.string().nullable(),
  createdAt: z.string(),
  fromMe: z.boolean().optional(),
});

/** Names of the people that a message mentions. */
export const mentionNames = (message: Sql): Sql =>
  sql`coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id) from kernel."user" p
        where p.id = any(${message}.mentioned)), '[]')`;

/** The kind of a file as screens show it. */
export const kindOf = (message: Sql): Sql =>
  sql`case when ${message}.media_path is null or ${message}.deleted_at is not null then null
       when ${message}.media_mime like 'image/%' and ${message}.media_mime not like '%svg%' then 'image'
       when ${message}.media_mime like 'audio/%' then 'audio' when ${message}.media_mime like 'video/%' then 'video'
       else 'document' end`;

const m = sql`m`;
const q = sql`q`;
/** ISO 8601 as `Date` writes it. */
const iso = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = sql`
  m.id::int as id, m.chat_id as "chatId", m.seq::int as seq, m.sender_id as "senderId",
  case when m.deleted_at is null then m.body else '' end as message,
  json_build_object('id', m.sender_id, 'name', coalesce(u.name, m.sender_name), 'profilePicUrl', u.profile_pic_url) as sender,
  m.quoted_id::int as "quotedMessageId", q.sender_id as "quotedChatUserId",
  case when q.id is null then null else json_build_object('id', q.id, 'seq', q.seq, 'senderId', q.sender_id,
    'name', coalesce(qu.name, q.sender_name), 'message', case when q.deleted_at is null then left(q.body, 300) else '' end,
    'mediaType', ${kindOf(q)}, 'isDeleted', q.deleted_at is not null, 'mentions', ${mentionNames(q)}) end as quoted,
  case when m.deleted_at is null then array_remove(m.mentioned, 0) else '{}' end as "quotedUsersId",
  ${mentionNames(m)} as mentions,
  case when m.deleted_at is null and m.media_path is not null then '/public/' || m.media_path end as "mediaUrl",
  ${kindOf(m)} as "mediaType",
  case when m.deleted_at is null then m.media_name end as "mediaName",
  case when m.deleted_at is null then m.media_size end as "mediaSize",
  case when m.deleted_at is null then m.ticket_id end as "ticketId", m.system,
  coalesce((select json_agg(json_build_object('userId', r.user_id, 'emoji', r.emoji, 'name', ru.name) order by r.user_id)
     from internal_chat.reaction r join kernel."user" ru on ru.id = r.user_id
    where r.message_id = m.id and m.deleted_at is null), '[]') as reactions,
  m.deleted_at is not null as "isDeleted", ${iso(sql`m.edited_at`)} as "editedAt", m.client_id as "clientId",
  ${iso(sql`m.created_at`)} as "createdAt"`;

const from = sql`internal_chat.message m
  left join kernel."user" u on u.company_id = m.company_id and u.id = m.sender_id
  left join internal_chat.message q on q.company_id = m.company_id and q.id = m.quoted_id
  left join kernel."user" qu on qu.company_id = m.company_id and qu.id = q.sender_id`;

/** Reads messages; `condition` and `rest` refer to the message as `m`. */
export const readMessages = (scope: Scope, condition: Sql, rest: Sql = sql.empty): Promise<ChatMessageView[]> =>
  scope.sql.rows<ChatMessageView>(sql.prepared(sql`select ${columns} from ${from} where ${condition} ${rest}`));

/** Adds whether the reader wrote it. */
export const forReader = (scope: SignedIn, message: ChatMessageView): ChatMessageView => ({
  ...message,
  fromMe: message.senderId === scope.user.id,
});
