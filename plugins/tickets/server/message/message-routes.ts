import { forbidden, Reply, z, type Host } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { mayRead, ticketById } from '../ticket/find-ticket.ts';
import { forwardBody, forwardMessages, forwardOutput } from './forward.ts';
import { factsOutput, messageFacts } from './message-facts.ts';
import { messageOutput } from './message-output.ts';
import { galleryQuery, mediaPage } from './media-page.ts';
import { messagePage, pageQuery } from './message-page.ts';
import { deleteMessage, editMessage, reactToMessage, retryMessage } from './own-message.ts';
import { files, messageBody, sendMessage } from './send-message.ts';
import { textSender } from './send-text.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const ofTicket = z.object({ ticketId: id });
const ofMessage = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const json = { 'content-type': 'application/json; charset=utf-8' };

const oneOrAll = (messages: MessageView[]): MessageView | MessageView[] => {
  const [only] = messages;
  return messages.length === 1 && only ? only : messages;
};

const emoji = z
  .string('Required')
  .max(64)
  .regex(/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)?$/v, 'one emoji');
const edit = z.object({
  body: z
    .string('Required')
    .max(65_536, 'Too Long!')
    .transform((text) => text.replaceAll('\0', '')),
});

export const messageRoutes = (host: Host<typeof manifest>): void => {
  const together = textSender();
  host.route('GET', '/messages/:ticketId', {
    access: 'signed-in',
    summary:
      'The messages of a conversation by pages of 40, newest first, or on either side of a message. `searchParam` finds text; ONLY_MEDIA finds files.',
    input: {
      params: ofTicket,
      query: pageQuery,
    },
    output: z.object({
      messages: z.array(messageOutput),
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
      firstUnreadId: z.number().nullish(),
    }),
    handle: async ({ params, query }, scope) => {
      const { messages, ...rest } = await messagePage(scope, params.ticketId, query);
      return new Reply(200, `{"messages":${messages},${JSON.stringify(rest).slice(1)}`, json);
    },
  });

  host.route('GET', '/messages/:ticketId/media', {
    access: 'signed-in',
    summary: 'Files of one kind in a conversation, or its links, by pages of 40 back from a message.',
    input: { params: ofTicket, query: galleryQuery },
    output: z.object({ messages: z.array(messageOutput), hasMore: z.boolean() }),
    handle: async ({ params, query }, scope) => {
      if (!mayRead(scope, await ticketById(scope, params.ticketId))) throw forbidden();
      const { messages, hasMore } = await mediaPage(scope, params.ticketId, query);
      return new Reply(200, `{"messages":${messages},"hasMore":${hasMore}}`, json);
    },
  });

  host.route('POST', '/messages/forward', {
    access: 'signed-in',
    summary: 'Forwards messages of one conversation to others, with files and captions.',
    input: { body: forwardBody },
    output: forwardOutput,
    handle: ({ body }, scope) => forwardMessages(scope, body),
  });

  host.route('GET', '/messages/:id/facts', {
    access: 'signed-in',
    summary: 'The author of a message, and when it was sent, delivered and read.',
    input: { params: ofMessage },
    output: factsOutput,
    handle: ({ params }, scope) => messageFacts(scope, params.id),
  });

  host.route('POST', '/messages/:ticketId', {
    access: 'signed-in',
    summary:
      'Sends a message: JSON, or a form with `medias`, one message per file, or with `together` as few as the channel allows. It is stored first and sent afterwards.',
    input: { params: ofTicket, body: messageBody, files },
    output: z.union([messageOutput, z.array(messageOutput)]),
    handle: async ({ params, body, files: uploads }, scope) =>
      oneOrAll(await sendMessage(scope, params.ticketId, body, uploads, together)),
  });

  host.route('POST', '/messages/:ticketId/internal', {
    access: 'tickets-manager:sendinternalchats',
    audit: false,
    summary: 'Adds an internal note, with files like a message.',
    input: { params: ofTicket, body: messageBody, files },
    output: z.union([messageOutput, z.array(messageOutput)]),
    handle: async ({ params, body, files: uploads }, scope) =>
      oneOrAll(await sendMessage(scope, params.ticketId, body, uploads)),
  });

  host.route('POST', '/messages/:id/retry', {
    access: 'signed-in',
    summary: 'Sends a failed message again.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => retryMessage(scope, params.id),
  });

  host.route('POST', '/messages/:id/reaction', {
    access: 'signed-in',
    summary: 'Sets the company’s reaction to a message; an empty `emoji` removes it.',
    input: { params: ofMessage, body: z.object({ emoji }) },
    output: messageOutput,
    handle: ({ params, body }, scope) => reactToMessage(scope, params.id, body.emoji),
  });

  host.route('PUT', '/messages/:id', {
    access: 'signed-in',
    summary: 'Edits the text of one’s own message, for the customer too.',
    input: { params: ofMessage, body: edit },
    output: messageOutput,
    handle: ({ params, body }, scope) => editMessage(scope, params.id, body.body),
  });

  host.route('DELETE', '/messages/:id', {
    access: 'signed-in',
    summary: 'Deletes one’s own message, for the customer too.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => deleteMessage(scope, params.id),
  });
};
