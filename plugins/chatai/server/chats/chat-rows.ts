import { forbidden, notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import type { ChatMessageView, ChatView } from '../../contract.ts';

const iso = z.date().transform((date) => date.toISOString());
const person = z.object({ id: z.number(), name: z.string() }).nullable();

export const chatOutput = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  ownerId: z.number().nullable(),
  owner: person,
  promptId: z.number().nullable(),
  promptTitle: z.string(),
  promptType: z.number(),
  configFields: z.string(),
  isWriting: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export const messageOutput = z.object({
  id: z.number(),
  chatId: z.number(),
  actor: z.enum(['user', 'assistant']),
  message: z.string(),
  state: z.enum(['done', 'queued', 'writing', 'stopped', 'cut', 'failed']),
  error: z.string().nullable(),
  user: person,
  ms: z.number().nullable(),
  rating: z.number().nullable(),
  createdAt: z.string(),
});

const chatColumns = sql`c.id, c.uuid, c.title, c.owner_id as "ownerId",
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as owner,
  c.prompt_id as "promptId", c.prompt_title as "promptTitle", c.prompt_type as "promptType", c.config,
  exists (select from chatai.chat_message m
           where m.company_id = c.company_id and m.chat_id = c.id and m.state in ('queued', 'writing')) as "isWriting",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;
const chatFrom = sql`chatai.chat c left join kernel."user" u on u.company_id = c.company_id and u.id = c.owner_id`;

interface ChatRow extends Omit<ChatView, 'configFields' | 'createdAt' | 'updatedAt'> {
  config: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
}
const viewOf = ({ config, createdAt, updatedAt, ...row }: ChatRow): ChatView => ({
  ...row,
  configFields: JSON.stringify(config),
  createdAt: iso.parse(createdAt),
  updatedAt: iso.parse(updatedAt),
});

/** ERR_PLUGIN_DISABLED (404) as for any module that the company's plan does not have. */
export const assertChats = (scope: Scope): void => {
  if (scope.settings.get('chatgptEnabled') === 'disabled') throw notFound('ERR_PLUGIN_DISABLED');
};

/** A person sees the own chats; with the permission those of everybody. */
export const visibleChats = (scope: Scope): Sql =>
  scope.user === undefined || scope.can('ai:chats') ? sql`true` : sql`c.owner_id = ${scope.user.id}`;

/** Returns chats, the latest first. */
export const listChats = async (scope: Scope, where: Sql, limit: number): Promise<ChatView[]> => {
  const rows = await scope.sql.rows<ChatRow>(
    sql`select ${chatColumns} from ${chatFrom} where ${where} order by c.updated_at desc, c.id desc limit ${limit}`,
  );
  return rows.map(viewOf);
};

/** Returns a chat by its number or by the uuid of its address. Of a chat that is not visible nothing is told. */
export const requireChat = async (scope: Scope, id: string | number): Promise<ChatView> => {
  assertChats(scope);
  const isNumber = typeof id === 'number' || /^\d{1,10}$/.test(id);
  const by = isNumber ? sql`c.id = ${Number(id)}` : sql`c.uuid = ${id}::uuid`;
  const [chat] = await listChats(scope, sql`${by} and ${visibleChats(scope)}`, 1);
  if (!chat) throw notFound('ERR_NO_CHAT_FOUND');
  return chat;
};

/** Only the owner deletes and renames a chat. */
export const requireOwnChat = async (scope: Scope, id: string): Promise<ChatView> => {
  const chat = await requireChat(scope, id);
  if (chat.ownerId !== scope.user?.id) throw forbidden();
  return chat;
};

/** An id as clients know it: the number, or the uuid of the address. */
export const chatId = z.object({
  id: z.union([
    z.uuid(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .refine((text) => Number(text) <= 2_147_483_647),
  ]),
});

const messageColumns = sql`m.id, m.chat_id as "chatId", m.actor, m.message, m.state, m.error,
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as user,
  m.ms, m.rating, m.created_at as "createdAt"`;
const messageFrom = sql`chatai.chat_message m
  left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id`;

type MessageRow = Omit<ChatMessageView, 'createdAt'> & { createdAt: Date };
const messageOf = ({ createdAt, ...row }: MessageRow): ChatMessageView => ({ ...row, createdAt: iso.parse(createdAt) });

/** Returns a page of messages, oldest first; page 1 has the newest. */
export const pageOfMessages = async (
  scope: Scope,
  chat: number,
  page: number,
  size: number,
): Promise<{ records: ChatMessageView[]; hasMore: boolean }> => {
  const rows = await scope.sql.rows<MessageRow>(
    sql`select ${messageColumns} from ${messageFrom} where m.chat_id = ${chat}
         order by m.id desc limit ${size + 1} offset ${(page - 1) * size}`,
  );
  return { records: rows.slice(0, size).map(messageOf).toReversed(), hasMore: rows.length > size };
};

export const findMessage = async (scope: Scope, id: number): Promise<ChatMessageView | undefined> => {
  const row = await scope.sql.one<MessageRow>(sql`select ${messageColumns} from ${messageFrom} where m.id = ${id}`);
  return row && messageOf(row);
};
