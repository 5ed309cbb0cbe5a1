import { notFound, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { ask, askAgain, stop } from './ask.ts';
import { chatId, findMessage, messageOutput, pageOfMessages, requireChat } from './chat-rows.ts';
import { publishMessage } from './publish-chat.ts';

const text = z
  .string('Required')
  .trim()
  .min(1, 'Required')
  .max(100_000, 'Too Long!')
  .refine((value) => !value.includes('\0'), 'ERR_INVALID_VALUE');
const pageSize = 40;
const messageId = z.coerce.number().int().positive().max(2_147_483_647);

export const messageRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/chatsai/:id/messages', {
    access: 'signed-in',
    summary: 'Messages of a chat, 40 a page, oldest first; page 1 has the newest.',
    input: {
      params: chatId,
      query: z.object({ pageNumber: z.coerce.number().int().min(1).max(10_000).default(1) }),
    },
    output: z.object({ records: z.array(messageOutput), hasMore: z.boolean() }),
    async handle({ params, query }, scope) {
      const { id } = await requireChat(scope, params.id);
      return pageOfMessages(scope, id, query.pageNumber, pageSize);
    },
  });
  host.route('POST', '/chatsai/:id/messages', {
    access: 'signed-in',
    summary: 'Asks the assistant. The answer follows in the live rooms of the chat.',
    rate: 30,
    input: { params: chatId, body: z.object({ message: text, actor: z.literal('user').default('user') }) },
    output: messageOutput,
    async handle({ params, body }, scope) {
      const chat = await requireChat(scope, params.id);
      const message = await findMessage(scope, await ask(scope, chat, body.message));
      if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
      return message;
    },
  });
  host.route('POST', '/chatsai/:id/again', {
    access: 'signed-in',
    summary: 'Writes the last answer anew; with `message` the last question is changed before.',
    rate: 30,
    input: { params: chatId, body: z.object({ message: text.optional() }) },
    output: z.object({ id: z.number() }),
    handle: async ({ params, body }, scope) => ({
      id: await askAgain(scope, await requireChat(scope, params.id), body.message),
    }),
  });
  host.route('POST', '/chatsai/:id/stop', {
    access: 'signed-in',
    summary: 'Stops the answer that is being written; its text is kept.',
    input: { params: chatId },
    handle: async ({ params }, scope) => stop(scope, await requireChat(scope, params.id)),
  });
  host.route('PUT', '/chatsai/:id/messages/:messageId/rating', {
    access: 'signed-in',
    summary: 'Rates an answer: 1 helpful, -1 not, null not rated.',
    input: {
      params: chatId.extend({ messageId }),
      body: z.object({ rating: z.union([z.literal(1), z.literal(-1)]).nullable() }),
    },
    async handle({ params, body }, scope) {
      const chat = await requireChat(scope, params.id);
      const changed = await scope.sql.run(
        sql`update chatai.chat_message set rating = ${body.rating}
             where id = ${params.messageId} and chat_id = ${chat.id} and actor = 'assistant'`,
      );
      if (changed === 0) throw notFound('ERR_NO_MESSAGE_FOUND');
      await publishMessage(scope, params.messageId);
    },
  });
};
