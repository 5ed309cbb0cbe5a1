import { forbidden, Reply, z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { mayOpen, ticketById } from '../ticket/find-ticket.ts';
import { messageOutput } from './message-output.ts';
import { messagePage } from './message-page.ts';
import { deleteMessage, retryMessage } from './own-message.ts';
import { files, messageBody, sendMessage, whisper } from './say.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const ofTicket = z.object({ ticketId: id });
const ofMessage = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const json = { 'content-type': 'application/json; charset=utf-8' };

export const messageRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/messages/:ticketId', {
    access: 'signed-in',
    summary: 'A conversation by pages of 40, the newest first. `searchParam` finds text; ONLY_MEDIA finds files.',
    input: {
      params: ofTicket,
      query: z.object({
        pageNumber: z.coerce.number().int().min(1).max(25_000).default(1),
        searchParam: z
          .string()
          .max(200)
          .default('')
          .transform((text) => text.trim()),
      }),
    },
    output: z.object({ messages: z.array(messageOutput), hasMore: z.boolean() }),
    handle: async ({ params, query }, scope) => {
      const ticket = await ticketById(scope, params.ticketId);
      if (!mayOpen(scope, ticket) && !scope.can('tickets-manager:viewchats')) throw forbidden();
      const { messages, hasMore } = await messagePage(scope, ticket.id, query);
      return new Reply(200, `{"messages":${messages},"hasMore":${hasMore}}`, json);
    },
  });

  host.route('POST', '/messages/:ticketId', {
    access: 'signed-in',
    summary: 'Says something: JSON, or a form with `medias`, one message a file. Stored first, sent after.',
    input: { params: ofTicket, body: messageBody, files },
    output: z.union([messageOutput, z.array(messageOutput)]),
    handle: async ({ params, body, files: uploads }, scope) => {
      const messages = await sendMessage(scope, params.ticketId, body, uploads);
      const [only] = messages;
      return messages.length === 1 && only ? only : messages;
    },
  });

  host.route('POST', '/messages/:ticketId/internal', {
    access: 'tickets-manager:sendinternalchats',
    summary: 'A note that only the people of the company see.',
    input: { params: ofTicket, body: messageBody },
    output: messageOutput,
    handle: ({ params, body }, scope) => whisper(scope, params.ticketId, body),
  });

  host.route('POST', '/messages/:id/retry', {
    access: 'signed-in',
    summary: 'Sends a failed message again.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => retryMessage(scope, params.id),
  });

  host.route('DELETE', '/messages/:id', {
    access: 'signed-in',
    summary: 'Marks a message of one’s own as deleted.',
    input: { params: ofMessage },
    output: messageOutput,
    handle: ({ params }, scope) => deleteMessage(scope, params.id),
  });
};
