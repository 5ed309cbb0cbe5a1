import { invalid, notFound, Reply, sql, z, type Host } from '@balcao/sdk/server';
import { chatsRoom, chatWriter } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { missingValues } from '../../placeholders.ts';
import { line } from '../providers/provider-form.ts';
import { authorOf } from './ask.ts';
import { assertChats, chatId, chatOutput, listChats, requireChat, requireOwnChat, visibleChats } from './chat-rows.ts';
import { exported } from './export-chat.ts';
import { publishChat } from './publish-chat.ts';
import { writerName } from './writer.ts';

/** The values as JSON text, as the specification sends them. */
const configFields = z
  .string()
  .max(100_000, 'Too Long!')
  .default('{}')
  .transform((text, context) => {
    try {
      const parsed = z.record(z.string().max(60), z.string().max(4000)).safeParse(JSON.parse(text || '{}'));
      if (parsed.success && !text.includes('\\u0000')) return parsed.data;
    } catch {
      // Below.
    }
    context.addIssue({ code: 'custom', message: 'ERR_INVALID_VALUE' });
    return z.NEVER;
  });
const title = line(255).min(1, 'Required');
const newChat = z.object({
  promptId: z.coerce.number('Required').int('Required').positive('Required').max(2_147_483_647),
  title,
  configFields,
});

/** Chats of one person; older ones are found by the search. */
const maxChats = 200;

export const chatRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/chatsai', {
    access: 'signed-in',
    summary: 'Begins a chat with a prompt. `configFields`: JSON text with a value for each of its placeholders.',
    input: { body: newChat },
    output: chatOutput,
    async handle({ body }, scope) {
      assertChats(scope);
      const prompt = await scope.sql.one<{ title: string; type: number; description: string }>(
        sql`select title, type, description from chatai.prompt where id = ${body.promptId}`,
      );
      if (!prompt) throw notFound('ERR_NO_PROMPT_FOUND');
      const missing = missingValues(prompt.description, body.configFields);
      if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, 'Required'])));
      const row = await scope.sql.one<{ id: number }>(
        sql`insert into chatai.chat (title, owner_id, prompt_id, prompt_title, prompt_type, instructions, config)
            values (${body.title}, ${authorOf(scope)}, ${body.promptId}, ${prompt.title}, ${prompt.type},
                    ${prompt.description}, ${JSON.stringify(body.configFields)}::jsonb) returning id`,
      );
      const [chat] = await listChats(scope, sql`c.id = ${row?.id ?? 0}`, 1);
      if (!chat) throw notFound('ERR_NO_CHAT_FOUND');
      publishChat(scope, chat, 'create');
      await scope.sessions.want(chatWriter, writerName);
      return chat;
    },
  });
  host.route('GET', '/chatsai', {
    access: 'signed-in',
    summary: 'The person’s chats, the latest first, at most 200; with ai:chats those of everybody.',
    input: { query: z.object({ searchParam: z.string().max(255).default('') }) },
    output: z.object({ records: z.array(chatOutput) }),
    async handle({ query: { searchParam } }, scope) {
      assertChats(scope);
      const found =
        searchParam.trim() === '' ? sql`true` : sql`c.title_search like kernel.like_pattern(${searchParam})`;
      return { records: await listChats(scope, sql`${visibleChats(scope)} and ${found}`, maxChats) };
    },
  });
  host.route('GET', '/chatsai/:id', {
    access: 'signed-in',
    summary: 'One chat, by its number or its uuid.',
    input: { params: chatId },
    output: chatOutput,
    async handle({ params }, scope) {
      const chat = await requireChat(scope, params.id);
      await scope.sessions.want(chatWriter, writerName);
      return chat;
    },
  });
  host.route('PUT', '/chatsai/:id', {
    access: 'signed-in',
    summary: 'Renames a chat. Only its owner may.',
    input: { params: chatId, body: z.object({ title }) },
    output: chatOutput,
    async handle({ params, body }, scope) {
      const { id } = await requireOwnChat(scope, params.id);
      await scope.sql.run(sql`update chatai.chat set title = ${body.title} where id = ${id}`);
      const chat = await requireChat(scope, id);
      publishChat(scope, chat, 'update');
      return chat;
    },
  });
  host.route('DELETE', '/chatsai/:id', {
    access: 'signed-in',
    summary: 'Deletes a chat with its messages. Only its owner may.',
    input: { params: chatId },
    async handle({ params }, scope) {
      const { id } = await requireOwnChat(scope, params.id);
      await scope.sql.run(sql`delete from chatai.chat where id = ${id}`);
      scope.rooms.emit(chatsRoom, {}, 'delete', { id });
    },
  });
  host.route('GET', '/chatsai/:id/export', {
    access: 'signed-in',
    audit: 'ai.chat-exported',
    summary: 'The chat as Markdown.',
    input: { params: chatId },
    async handle({ params }, scope) {
      const chat = await requireChat(scope, params.id);
      return new Reply(200, await exported(scope, chat), {
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': 'attachment; filename="conversa.md"',
      });
    },
  });
};
