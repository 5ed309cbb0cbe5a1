import { sql, z, type Sql } from '@balcao/sdk/server';
import type { ChatView } from '../../contract.ts';
import type { SignedIn } from '../access.ts';
import { kindOf, mentionNames, systemLine } from '../message/message-view.ts';

const chatMember = z.object({
  userId: z.number(),
  unreads: z.number().nullable(),
  readSeq: z.number(),
  sinceSeq: z.number(),
  user: z.object({
    id: z.number(),
    name: z.string(),
    profilePicUrl: z.string().nullable(),
    online: z.boolean(),
    lastOnline: z.string().nullable(),
  }),
});
export const chatOutput = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  isChannel: z.boolean(),
  isDirect: z.boolean(),
  ownerId: z.number().nullable(),
  users: z.array(chatMember),
  memberCount: z.number(),
  lastMessage: z.string(),
  last: z
    .object({
      seq: z.number(),
      senderId: z.number().nullable(),
      senderName: z.string(),
      mediaType: z.enum(['image', 'audio', 'video', 'document']).nullable(),
      system: systemLine.nullable(),
      ticketId: z.number().nullable(),
      mentions: z.array(z.object({ id: z.number(), name: z.string() })),
      createdAt: z.string(),
    })
    .nullable(),
  updatedAt: z.string(),
  seq: z.number(),
  readSeq: z.number(),
  unreads: z.number(),
  mentionedIn: z.number(),
  isMuted: z.boolean(),
});

/** Members that lists show of a chat. */
const listedMembers = 8;
const most = 100;

/**
 * The message `n` is unread by the member `me`: it comes after the read position, somebody else wrote it and nobody
 * deleted it.
 */
export const isUnread: Sql = sql`n.company_id = me.company_id and n.chat_id = me.chat_id
  and n.seq > greatest(me.read_seq, me.joined_seq)
  and n.sender_id is distinct from me.user_id and n.deleted_at is null and n.system is null`;
export const unreadCount = (limit = most): Sql =>
  sql`(select count(*)::int from (select 1 from internal_chat.message n where ${isUnread} limit ${limit}) x)`;
/** How many of them mention the person. */
export const mentionCount: Sql = sql`(select count(*)::int from internal_chat.mention g
    join internal_chat.message n on n.company_id = g.company_id and n.id = g.message_id and n.deleted_at is null
   where g.user_id = me.user_id and g.chat_id = me.chat_id and g.seq > greatest(me.read_seq, me.joined_seq)
     and n.sender_id is distinct from me.user_id)`;

const members = (limit: number | null): Sql => sql`(
  select coalesce(json_agg(json_build_object('userId', p.user_id, 'readSeq', p.read_seq, 'sinceSeq', p.since_seq,
           'unreads', case when p.user_id = me.user_id then ${unreadCount()} end,
           'user', json_build_object('id', u.id, 'name', u.name, 'profilePicUrl', u.profile_pic_url,
              'online', u.online, 'lastOnline', u.last_online)) order by p.user_id <> me.user_id, u.name, u.id), '[]')
    from (select o.* from internal_chat.member o where o.company_id = c.company_id and o.chat_id = c.id
             and o.left_at is null order by o.user_id <> me.user_id, o.joined_at, o.user_id limit ${limit}::int) p
    join kernel."user" u on u.company_id = p.company_id and u.id = p.user_id)`;

const l = sql`l`;
/** `all`: every member instead of the first ones. */
const columns = (isWhole: boolean): Sql => sql`
  c.id, c.uuid, c.is_channel as "isChannel", c.direct_key is not null as "isDirect", c.owner_id as "ownerId",
  coalesce(case when c.direct_key is not null then coalesce(other.name,
    (select n.sender_name from internal_chat.message n where n.company_id = c.company_id and n.chat_id = c.id
        and n.sender_id is distinct from me.user_id order by n.seq desc limit 1)) end, c.title) as title,
  ${members(isWhole ? null : listedMembers)} as users,
  (select count(*)::int from internal_chat.member o where o.company_id = c.company_id and o.chat_id = c.id
      and o.left_at is null) as "memberCount",
  coalesce(left(l.body, 200), '') as "lastMessage",
  case when l.id is null then null else json_build_object('seq', l.seq, 'senderId', l.sender_id,
    'senderName', coalesce(lu.name, l.sender_name), 'mediaType', ${kindOf(l)}, 'system', l.system,
    'ticketId', l.ticket_id, 'mentions', ${mentionNames(l)}, 'createdAt', l.created_at) end as last,
  c.updated_at as "updatedAt", c.seq::int as seq, me.read_seq::int as "readSeq",
  ${unreadCount()} as unreads, ${mentionCount} as "mentionedIn", me.is_muted as "isMuted"`;

const from = sql`internal_chat.member me
  join internal_chat.chat c on c.company_id = me.company_id and c.id = me.chat_id and c.deleted_at is null
  left join lateral (select n.* from internal_chat.message n where n.company_id = c.company_id and n.chat_id = c.id
      and n.seq > me.joined_seq and n.deleted_at is null order by n.seq desc limit 1) l on true
  left join kernel."user" lu on lu.company_id = l.company_id and lu.id = l.sender_id
  left join lateral (select u.name from internal_chat.member o
      join kernel."user" u on u.company_id = o.company_id and u.id = o.user_id
     where o.company_id = c.company_id and o.chat_id = c.id and o.user_id <> me.user_id
     limit 1) other on c.direct_key is not null`;

type Row = Omit<ChatView, 'updatedAt'> & { updatedAt: Date };
const shown = (row: Row): ChatView => ({ ...row, updatedAt: row.updatedAt.toISOString() });

/** One chat with all its members; `condition` refers to it as `c`. */
export const readChat = async (scope: SignedIn, condition: Sql): Promise<ChatView | undefined> => {
  const row = await scope.sql.one<Row>(
    sql`select ${columns(true)} from ${from} where me.user_id = ${scope.user.id} and me.left_at is null and ${condition}`,
  );
  return row && shown(row);
};

export const chatsPerPage = 20;
/** Chats of the reader, newest first. `term`: words of titles and of people in them. */
export const listChats = async (
  scope: SignedIn,
  { term, page, kind }: { term: string; page: number; kind: 'all' | 'unread' | 'channels' },
): Promise<{ records: ChatView[]; hasMore: boolean; count: number }> => {
  const found = term
    ? sql`and (kernel.normalise(c.title) like kernel.like_pattern(${term}) or exists (
        select from internal_chat.member o join kernel."user" u on u.company_id = o.company_id and u.id = o.user_id
         where o.company_id = c.company_id and o.chat_id = c.id and o.left_at is null and o.user_id <> me.user_id
           and kernel.normalise(u.name) like kernel.like_pattern(${term})))`
    : sql.empty;
  const kinds = { all: sql.empty, unread: sql`and ${unreadCount(1)} > 0`, channels: sql`and c.is_channel` };
  const where = sql`me.user_id = ${scope.user.id} and me.left_at is null ${found} ${kinds[kind]}`;
  const rows = await scope.sql.rows<Row>(
    sql`select ${columns(false)} from ${from} where ${where} order by c.updated_at desc, c.id desc
         limit ${chatsPerPage + 1} offset ${(page - 1) * chatsPerPage}`,
  );
  const total = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from internal_chat.member me
          join internal_chat.chat c on c.company_id = me.company_id and c.id = me.chat_id and c.deleted_at is null
         where ${where}`,
  );
  return {
    records: rows.slice(0, chatsPerPage).map(shown),
    hasMore: rows.length > chatsPerPage,
    count: total?.count ?? 0,
  };
};
